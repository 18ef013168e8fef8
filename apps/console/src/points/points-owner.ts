/** Owner of the points: a store or an account. */
export interface PointsOwner {
  readonly type: 'ACCOUNT' | 'STORE';
  readonly id: string;
}

/** Further properties of an owner for texts. */
export interface NamedOwner extends PointsOwner {
  readonly name: string;
  /** Nothing can be done with the points of an erased account. */
  readonly isErased?: boolean;
}
