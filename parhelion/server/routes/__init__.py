"""The routes of the API, a module for each topic. They find out who asks and call a table or the
lobby, nothing else."""

from starlette.routing import BaseRoute

from parhelion.server.routes import (
    access,
    accounts,
    bots,
    games,
    history,
    lessons,
    my_data,
    people,
    play,
    seats,
    tables,
)

ROUTES: list[BaseRoute] = [
    route
    for topic in (
        games,
        lessons,
        people,
        access,
        accounts,
        bots,
        my_data,
        tables,
        seats,
        play,
        history,
    )
    for route in topic.router.routes
]
