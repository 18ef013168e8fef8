-- The view of invited people, for the team (decision 0210).
INSERT INTO saved_view (list_name, name, state, position)
SELECT 'STAFF_MEMBERS', 'Invited', '{"filters": {"state": "INVITED.EXPIRED"}}', 3
WHERE NOT EXISTS (SELECT FROM saved_view AS known WHERE known.list_name = 'STAFF_MEMBERS' AND known.owner_sub IS NULL AND known.name = 'Invited')
LIMIT $1
