#!/bin/sh
# The application's role: it owns nothing and cannot bypass row-level security.
set -e
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role church_app login password :'password';
SQL
