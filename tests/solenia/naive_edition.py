"""The house edition (S5-S7, S10, S18, S19, S26-S29, S31, S33) as the naive game reads it."""

from typing import Any

STRIPS = {
    "A": {"day": "WHDWH", "night": "NSASN"},
    "B": {"day": "DWHWD", "night": "ASNAS"},
    "C": {"day": "HDWHW", "night": "ANSNA"},
    "D": {"day": "HDWDH", "night": "SASNA"},
    "T": {"dawn": "NAHWD", "dusk": "DHSSN"},
}

CARDS = [
    "0x2", "0x2", "0ws", "0wa", "0hs", "0ha",
    "1x1", "1x1", "1w", "1h", "1s", "1a",
    "2*w", "2*h", "2*s", "2*a",
]  # fmt: skip

# Letters in the order W, H, S, A, then the stars.
DELIVERIES = {
    "day": [
        "SSA5", "SAA5", "WSS5", "HSS5", "WSA5", "HSA5", "WAA5", "HAA5",
        "WWSS6", "WHSS6", "HHSS6", "WWSA6", "WHSA6", "HHSA6", "WWAA6", "WHAA6", "HHAA6",
        "WSSA6", "HSSA6", "WSAA6", "HSAA6", "SSAA6", "WHSSA8", "WHSAA8",
    ],
    "night": [
        "WWH5", "WHH5", "WWS5", "WWA5", "WHS5", "WHA5", "HHS5", "HHA5",
        "WWSS6", "WWSA6", "WWAA6", "WHSS6", "WHSA6", "WHAA6", "HHSS6", "HHSA6", "HHAA6",
        "WWHS6", "WWHA6", "WHHS6", "WHHA6", "WWHH6", "WWHSA8", "WHHSA8",
    ],
}  # fmt: skip

SUMMER = {
    "day": [
        {"gain": "W"},
        {"gain": "H"},
        {"choose": 1, "among": "WH"},
        {"gain": "WH"},
        {"stars": 5},
        {"stars": 5},
    ],
    "night": [
        {"gain": "S"},
        {"gain": "A"},
        {"choose": 1, "among": "SA"},
        {"gain": "SA"},
        {"stars": 5},
        {"stars": 5},
    ],
}

WINTER = {
    "day": {
        "1a": {"capacity": 1, "choose": 1, "among": "WH"},
        "1b": {"gain": "WH"},
        "2a": {"stars": 3},
        "2b": {"choose": 2},
        "3a": {"stars per tile": 1},
        "3b": {"stars": 5},
    },
    "night": {
        "1a": {"capacity": 1, "choose": 1, "among": "SA"},
        "1b": {"gain": "SA"},
        "2a": {"stars": 3},
        "2b": {"choose": 2},
        "3a": {"stars per tile": 1},
        "3b": {"stars": 5},
    },
}

POWERS = {
    "tailwind": {"at once": 2},
    "crow's nest": {"at once": 3},
    "deep hold": {"at once": 1, "capacity": 4, "choose": 1},
    "star chart": {"at once": 1, "stars": 2},
    "cloud nets": {"at once": 2},
    "barter": {"at once": 1},
    "lookout": {"at once": 4},
    "salvage": {"at once": 1, "stars": 2},
    "jubilee": {"stars": 6},
    "harbour": {"stars": 5},
    "twin cities": {"at once": 1, "stars": 3},
    "guild": {"at once": 1, "stars": 1},
    "cornucopia": {"stars": 0},
    "regatta": {"stars": 2, "least": 3},
    "clearance": {"at once": 3, "resources": 4, "stars": 3},
    "homecoming": {"at once": 1, "most": 6, "equal": 3},
}

HOUSE: dict[str, Any] = {
    "strips": STRIPS,
    "cards": CARDS,
    "deliveries": DELIVERIES,
    "gifts": {1: [""], 2: ["", ""], 3: ["", "", "W"], 4: ["", "", "W", "S"]},
    "capacity": {"summer": 8, "winter": 6},
    "summer": SUMMER,
    "winter": WINTER,
    "pairs": [0, 1, 3, 6, 10],
    "even": {
        "summer": {2: [0, 1], 3: [1, 1, 0], 4: [1, 2, 0, 1]},
        "winter": {2: [0, 1], 3: [1, 2, 0], 4: [1, 2, 0, 0]},
        "upgrades": {2: [0, 2], 3: [1, 2, 0], 4: [4, 4, 1, 0]},
    },
    "powers": POWERS,
    "head start": {
        "summer": {"breeze": 18, "gale": 24, "storm": 28},
        "winter": {"breeze": 22, "gale": 29, "storm": 35},
        "upgrades": {"breeze": 25, "gale": 31, "storm": 37},
    },
}
