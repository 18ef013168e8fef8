-- Invitations of colleagues, and the link of the first administrator (decision 0210).

CREATE TABLE identity.invitation (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  email text CHECK (char_length(email) BETWEEN 3 AND 254 AND email LIKE '%_@_%'),
  roles text[] NOT NULL CHECK (cardinality(roles) <= 20),
  admin_url text CHECK (admin_url ~ '^https?://' AND char_length(admin_url) <= 500),
  preferred_language_key text CHECK (preferred_language_key ~ '^[a-z]{2,3}-([A-Z]{2}|[0-9]{3})$'),
  token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
  expires_at timestamptz(3) NOT NULL,
  invited_by text NOT NULL CHECK (char_length(invited_by) BETWEEN 1 AND 255),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1)
);
CREATE UNIQUE INDEX invitation_email ON identity.invitation (lower(email));
CREATE UNIQUE INDEX invitation_first ON identity.invitation ((true)) WHERE email IS NULL;
COMMENT ON TABLE identity.invitation IS 'Links by which people choose a name and a password. An accepted or revoked one is deleted.';
COMMENT ON COLUMN identity.invitation.id IS 'Later the id of the person.';
COMMENT ON COLUMN identity.invitation.email IS 'NULL: the link of the first administrator.';
COMMENT ON COLUMN identity.invitation.token_hash IS 'SHA-256 of the token, which only the link has; NULL until the mail is sent.';
COMMENT ON COLUMN identity.invitation.invited_by IS 'Subject of the administrator who sent the link; operator: a command at the server, or its start.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE identity.invitation');

CREATE TABLE identity.first_administrator (
  is_appointed boolean PRIMARY KEY DEFAULT true CHECK (is_appointed),
  appointed_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE identity.first_administrator IS 'One row since the first administrator exists, demo people apart. It stays when all of them are gone.';
SELECT grant_to_application('SELECT, INSERT', 'TABLE identity.first_administrator');
INSERT INTO identity.first_administrator (appointed_at)
SELECT min(created_at) FROM identity.person WHERE 'ADMIN' = ANY (roles) AND NOT is_demo HAVING count(*) > 0;
