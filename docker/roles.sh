#!/bin/sh
# Creates the role that the program works with. It owns no tables and cannot bypass row-level security.
set -e
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role church_app login password :'password';
SQL
