-- Addresses and scopes of apps; the app of EMBED_ORIGINS is changed by the setting alone (decision 0224).
ALTER TABLE app
  ADD CONSTRAINT app_form_redirect_addresses_check CHECK (are_web_addresses(redirect_addresses, '/[^#*[:space:]]*')) NOT VALID,
  ADD CONSTRAINT app_form_post_logout_addresses_check CHECK (are_web_addresses(post_logout_addresses, '/[^#*[:space:]]*')) NOT VALID,
  ADD CONSTRAINT app_form_origins_check CHECK (client_id = 'embedding-pages' OR are_web_addresses(origins, '')) NOT VALID,
  ADD CONSTRAINT app_form_scopes_check CHECK (are_app_scopes(scopes)) NOT VALID,
  ADD CONSTRAINT app_of_setting_client_id_check CHECK (client_id <> 'embedding-pages' OR (state = 'ACTIVE' AND created_by IS NULL
    AND updated_by IS NULL AND num_nonnulls(redirect_addresses, post_logout_addresses, scopes) = 0)) NOT VALID;
