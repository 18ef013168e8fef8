import type pg from 'pg';

/** Topics of `insertTopicsAndBadges`. */
export const TOPICS = {
  offers: '01900000-0000-7000-8000-00000000d001',
  archived: '01900000-0000-7000-8000-00000000d002',
} as const;

/** Badges of `insertTopicsAndBadges`: awarded once, repeatable with a year's validity, draft, and awarded by a rule. */
export const BADGES = {
  single: '01900000-0000-7000-8000-00000000e001',
  yearly: '01900000-0000-7000-8000-00000000e002',
  draft: '01900000-0000-7000-8000-00000000e003',
  byRule: '01900000-0000-7000-8000-00000000e004',
} as const;

const CATEGORY = '01900000-0000-7000-8000-00000000f001';

/** Inserts topics and badges with the codes above. */
export async function insertTopicsAndBadges(pool: pg.Pool): Promise<void> {
  const text = '{"en-US":"Text"}';
  await pool.query(`
    insert into topic_category (id, code, name_i18n, position) values ('${CATEGORY}', 'first', '${text}', 1);
    insert into badge_category (id, code, name_i18n, position) values ('${CATEGORY}', 'first', '${text}', 1);
    insert into topic (id, category_id, code, name_i18n, description_i18n, kind, position, archived_at) values
      ('${TOPICS.offers}', '${CATEGORY}', 'offers', '${text}', '${text}', 'MARKETING', 1, null),
      ('${TOPICS.archived}', '${CATEGORY}', 'archived', '${text}', '${text}', 'MARKETING', 2, now());
    insert into badge (id, category_id, code, name_i18n, description_i18n, criteria_i18n, image_path, award_mode, rule_kind,
        rule_threshold, is_repeatable, validity_days, state) values
      ('${BADGES.single}', '${CATEGORY}', 'single', '${text}', '${text}', '${text}', 'badges/a.png', 'MANUAL', null, null, false, null, 'ACTIVE'),
      ('${BADGES.yearly}', '${CATEGORY}', 'yearly', '${text}', '${text}', '${text}', 'badges/b.png', 'MANUAL', null, null, true, 365, 'ACTIVE'),
      ('${BADGES.draft}', '${CATEGORY}', 'draft', '${text}', '${text}', '${text}', null, 'MANUAL', null, null, false, null, 'DRAFT'),
      ('${BADGES.byRule}', '${CATEGORY}', 'by-rule', '${text}', '${text}', '${text}', 'badges/d.png', 'RULE', 'ACCOUNT_AGE_DAYS', 365, false, null, 'ACTIVE')`);
}
