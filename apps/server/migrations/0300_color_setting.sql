-- Alone: a value that is added to a type can't be used in the same transaction.
ALTER TYPE config_value_type ADD VALUE 'COLOR';
