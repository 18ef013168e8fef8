export { type Answer, dataOf, type Refusal, Refused, type Success } from './answer.ts';
export { type Client, createClient, type RequestOptions } from './client.ts';
export { type ClientSettings, NoAnswer, TokenRefused } from './connection.ts';
export type * from './generated/schema.ts';
