import { currencyExponent } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { likeLiteral } from '../../listing/list-search.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import type { CampaignTypes } from './campaign.graphql.ts';
import type { CampaignArea, CampaignStore } from './campaign.list.ts';

const CHOICES_MAX = 50;
const SEARCH_MAX = 100;

interface Currency {
  readonly code: string;
  readonly countries: readonly string[];
}

/** Choices of campaign forms and filters: names only, for callers who may not read stores and countries. */
export function addCampaignChoices(builder: Builder, { store, area }: CampaignTypes): void {
  builder.queryField('campaignStoreChoices', (t) =>
    t.field({
      type: [store],
      description: `Stores to choose from, at most ${CHOICES_MAX}; without \`ids\` those that are not closed.`,
      extensions: needs('campaign.read-all'),
      args: choiceArgs(t),
      resolve: (_root, args, context) =>
        choices<CampaignStore>(
          context,
          `select v.id::text as id, v.sid, v.name from store v join country n on n.code = v.country_code
           where (case when $3::uuid[] is null then v.state <> 'CLOSED' else v.id = any($3) end)
             and ($2::text is null or n.currency = $2) and (v.name_key like lower($1) or v.city_key like lower($1) or v.sid like upper($1))
           order by v.name_sort, v.id limit ${CHOICES_MAX}`,
          args,
        ),
    }),
  );
  builder.queryField('campaignAreaChoices', (t) =>
    t.field({
      type: [area],
      description: `Areas to choose from, at most ${CHOICES_MAX}; without \`ids\` those in use.`,
      extensions: needs('campaign.read-all'),
      args: choiceArgs(t),
      resolve: (_root, args, context) =>
        choices<CampaignArea>(
          context,
          `select g.id::text as id, g.code, g.country_code::text as "countryCode", g.name_i18n as "nameI18n"
           from area g join country n on n.code = g.country_code
           where (case when $3::uuid[] is null then g.is_active and g.archived_at is null else g.id = any($3) end)
             and ($2::text is null or n.currency = $2)
             and (g.code ilike $1 or exists (select from jsonb_each_text(g.name_i18n) as name where name.value ilike $1))
           order by g.country_code, g.code limit ${CHOICES_MAX}`,
          args,
        ),
    }),
  );
  const currency = builder.objectRef<Currency>('CampaignCurrency').implement({
    description: 'A currency that campaigns can use.',
    fields: (t) => ({
      code: t.exposeString('code', { description: 'Currency, ISO 4217.' }),
      exponent: t.int({
        description: 'Number of decimal places of its minor unit.',
        resolve: ({ code }) => currencyExponent(code),
      }),
      countries: t.stringList({
        description: 'Codes of the countries in use that have it, ISO 3166-1 alpha-2.',
        resolve: ({ countries }) => [...countries],
      }),
    }),
  });
  builder.queryField('campaignCurrencies', (t) =>
    t.field({
      type: [currency],
      description: 'Currencies of the countries in use.',
      extensions: needs('campaign.read-all'),
      resolve: (_root, _args, { sql, signal }) =>
        sql.rows<Currency>(
          statementFor(`select currency::text as code, array_agg(code::text order by code) as countries
            from country where is_active and currency <> 'XXX' group by currency order by currency`),
          [],
          { signal, timeoutMs: LIST_TIMEOUT_MS },
        ),
    }),
  );
}

function choiceArgs(t: PothosSchemaTypes.QueryFieldBuilder<BuilderTypes, object>) {
  return {
    search: t.arg.string({ description: 'A part of a name, city or code.' }),
    currency: t.arg.string({ description: 'Only where this currency is used, ISO 4217.' }),
    ids: t.arg.idList({ description: 'Exactly these, also those no longer in use.' }),
  };
}

interface ChoiceArguments {
  readonly search?: string | null | undefined;
  readonly currency?: string | null | undefined;
  readonly ids?: readonly string[] | null | undefined;
}

function choices<Choice>(
  { sql, signal }: RequestContext,
  text: string,
  { search, currency, ids }: ChoiceArguments,
): Promise<Choice[]> {
  const pattern = `%${likeLiteral(search?.trim().slice(0, SEARCH_MAX) ?? '')}%`;
  const known = ids == null ? null : ids.filter(isUuid).slice(0, CHOICES_MAX);
  return sql.rows<Choice>(statementFor(text), [pattern, currency ?? null, known], {
    signal,
    timeoutMs: LIST_TIMEOUT_MS,
  });
}
