CREATE TABLE identity.known_device (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  person_id uuid NOT NULL REFERENCES identity.person ON DELETE CASCADE,
  turn int NOT NULL DEFAULT 1 CHECK (turn > 0),
  signed_in_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX known_device_person ON identity.known_device (person_id, signed_in_at);
COMMENT ON TABLE identity.known_device IS 'Browsers in which a person signed in: guesses from elsewhere do not block them (decision 0126).';
COMMENT ON COLUMN identity.known_device.turn IS 'Grows with each sign-in. A cookie of an earlier turn is refused.';

CREATE TABLE identity.refused_sign_in (
  sub text NOT NULL CHECK (char_length(sub) BETWEEN 1 AND 255),
  address inet NOT NULL,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 100),
  tries bigint NOT NULL DEFAULT 1 CHECK (tries > 0),
  began_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (sub, address, reason)
);
CREATE INDEX refused_sign_in_began ON identity.refused_sign_in (began_at);
COMMENT ON TABLE identity.refused_sign_in IS 'Refused sign-ins of the present window. The first is in the audit trail at once, the number of all when the window is over.';
COMMENT ON COLUMN identity.refused_sign_in.sub IS 'The person, or unknown.';
COMMENT ON COLUMN identity.refused_sign_in.address IS 'An IPv4 address or a network of IPv6 (/64).';

COMMENT ON COLUMN identity.sign_in_throttle.subject IS
  'SHA-256 of the e-mail as typed (it need not belong to anyone), of the address or network, of the known device, or of the person.';
