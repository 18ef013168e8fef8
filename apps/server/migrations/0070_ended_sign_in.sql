-- Sign-outs that another provider reported (OpenID Connect Back-Channel Logout 1.0).

CREATE TABLE identity.ended_sign_in (
  jti text PRIMARY KEY CHECK (char_length(jti) <= 255),
  sub text CHECK (char_length(sub) <= 255),
  sid text CHECK (char_length(sid) <= 255),
  ended_at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  CHECK (sub IS NOT NULL OR sid IS NOT NULL)
);
CREATE INDEX ended_sign_in_recorded ON identity.ended_sign_in (recorded_at);
CREATE INDEX ended_sign_in_expiry ON identity.ended_sign_in (expires_at);
COMMENT ON TABLE identity.ended_sign_in IS 'One row a logout token of another provider; access tokens that it covers are refused until they have expired anyway.';
COMMENT ON COLUMN identity.ended_sign_in.jti IS 'Id of the logout token: a second delivery changes nothing.';
COMMENT ON COLUMN identity.ended_sign_in.sid IS 'The session that ended; without one, all sessions of sub that began before ended_at.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE identity.ended_sign_in');
