-- An account that a notification can't be prepared for is skipped, and the others get it (decision 0181).
ALTER TYPE delivery_reason ADD VALUE 'NOT_PREPARED';
