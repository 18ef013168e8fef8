/** Owner of the points: a store or an account. */
export interface PointsOwner {
  readonly type: 'ACCOUNT' | 'STORE';
  readonly id: string;
}

/** Further properties of an owner for texts. */
export interface NamedOwner extends PointsOwner {
  readonly name: string;
}
