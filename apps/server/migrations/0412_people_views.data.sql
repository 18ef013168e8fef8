-- Views that the list of people begins with, for the team. Administrators rename, change and archive them like others.
INSERT INTO saved_view (list_name, name, state, position)
SELECT 'STAFF_MEMBERS', view.name, jsonb_build_object('filters', view.filters), view.position
FROM (VALUES
  ('Administrators', '{"role": "ADMIN"}'::jsonb, 1),
  ('No second factor', '{"secondFactor": "NONE"}', 2)) AS view (name, filters, position)
WHERE NOT EXISTS (SELECT FROM saved_view AS known WHERE known.list_name = 'STAFF_MEMBERS' AND known.owner_sub IS NULL AND known.name = view.name)
LIMIT $1
