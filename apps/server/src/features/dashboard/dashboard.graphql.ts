import type { Builder } from '../../graphql/schema/builder.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addActivityTiles } from './activity-tiles.graphql.ts';
import type { DashboardSources } from './dashboard-sources.ts';
import { addMomentTiles } from './moment-tiles.graphql.ts';
import { addPeopleTiles } from './people-tiles.graphql.ts';
import { addTileTypes } from './tile.graphql.ts';

/** The dashboard. Each tile is a root field, so that it has its own answer, timing and error. */
export function addDashboard(builder: Builder, { countKind }: ListTypes, sources: DashboardSources): void {
  const types = addTileTypes(builder);
  addPeopleTiles(builder, types, sources, countKind);
  addActivityTiles(builder, types, sources);
  addMomentTiles(builder, types);
}
