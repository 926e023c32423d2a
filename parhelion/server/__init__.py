"""The table in the browser: tables, seats, live play and storage over HTTP and WebSocket."""
