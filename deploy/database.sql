-- Roles and database for compose.yaml, run once by the image of PostgreSQL. The passwords are those of the addresses in the secrets.
\set ON_ERROR_STOP on
\set owner `sed -E 's|^[^:]*://[^:]*:([^@]*)@.*|\1|' /run/secrets/database_owner_url`
\set app `sed -E 's|^[^:]*://[^:]*:([^@]*)@.*|\1|' /run/secrets/database_url`
CREATE ROLE backcounter_owner LOGIN CREATEROLE PASSWORD :'owner';
CREATE ROLE backcounter_app LOGIN PASSWORD :'app';
CREATE DATABASE backcounter OWNER backcounter_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
