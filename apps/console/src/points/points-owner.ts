/** Whose points are shown: a store's or an account's. */
export interface PointsOwner {
  readonly type: 'ACCOUNT' | 'STORE';
  readonly id: string;
}

/** What the texts need to know of an owner besides. */
export interface NamedOwner extends PointsOwner {
  readonly name: string;
}
