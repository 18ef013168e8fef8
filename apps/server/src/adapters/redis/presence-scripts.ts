/**
 * What changes presence on Redis, each atomic on one shard, so that counts are kept and never drift:
 *
 *   KEYS[1]  sorted set: "firebase id \n connection" by the end of its lease (milliseconds since 1970)
 *   KEYS[2]  hash: firebase id -> since, then a pair of connection and store for each connection, the one that came or moved last at the end
 *   KEYS[3]  hash: store -> accounts online
 *   ARGV[1]  the present time in milliseconds; empty: by the clock of Redis, which all copies of the server share
 *
 * The answer is flat: firebase id, store left, store entered ('' for none), '1' when the account came or went.
 */
const SHARED = `
  local now = tonumber(ARGV[1])
  if not now then
    local time = redis.call('TIME')
    now = time[1] * 1000 + math.floor(time[2] / 1000)
  end
  local changes = {}
  local function book(id, before, after, came_or_went)
    if before == after then
      if not came_or_went then return end
      before, after = '', ''
    end
    if before ~= '' and redis.call('HINCRBY', KEYS[3], before, -1) <= 0 then redis.call('HDEL', KEYS[3], before) end
    if after ~= '' then redis.call('HINCRBY', KEYS[3], after, 1) end
    local at = #changes
    changes[at + 1], changes[at + 2], changes[at + 3] = id, before, after
    changes[at + 4] = came_or_went and '1' or '0'
  end
  local function find(account, connection)
    for at = 2, #account, 2 do
      if account[at] == connection then return at end
    end
  end
  local function remove(id, connection)
    redis.call('ZREM', KEYS[1], id .. '\\n' .. connection)
    local packed = redis.call('HGET', KEYS[2], id)
    if not packed then return end
    local account = cmsgpack.unpack(packed)
    local at = find(account, connection)
    if not at then return end
    local before = account[#account]
    table.remove(account, at)
    table.remove(account, at)
    if #account == 1 then
      redis.call('HDEL', KEYS[2], id)
      book(id, before, '', true)
    else
      redis.call('HSET', KEYS[2], id, cmsgpack.pack(account))
      book(id, before, account[#account], false)
    end
  end
`;

/** ARGV[2]: length of a lease; then firebase id, store and connection, again and again. */
export const TOUCH = `${SHARED}
  for i = 3, #ARGV, 3 do
    local id, store, connection = ARGV[i], ARGV[i + 1], ARGV[i + 2]
    local packed = redis.call('HGET', KEYS[2], id)
    local account = packed and cmsgpack.unpack(packed) or { now }
    local before = packed and account[#account] or ''
    local at = find(account, connection)
    if not at or account[at + 1] ~= store then
      if at then
        table.remove(account, at)
        table.remove(account, at)
      end
      account[#account + 1] = connection
      account[#account + 1] = store
      redis.call('HSET', KEYS[2], id, cmsgpack.pack(account))
      book(id, before, store, not packed)
    end
    redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), id .. '\\n' .. connection)
  end
  return changes`;

/** Firebase id and connection, again and again, from ARGV[2] on. */
export const DROP = `${SHARED}
  for i = 2, #ARGV, 2 do remove(ARGV[i], ARGV[i + 1]) end
  return changes`;

/** Ends at most ARGV[2] leases whose time has come; the answer begins with their number. */
export const EXPIRE = `${SHARED}
  local ended = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[2])
  for _, member in ipairs(ended) do
    local cut = string.find(member, '\\n', 1, true)
    remove(string.sub(member, 1, cut - 1), string.sub(member, cut + 1))
  end
  table.insert(changes, 1, #ended)
  return changes`;

/** KEYS[1]: the hash of accounts. For each firebase id in ARGV: since and store; nothing in place of both for whoever is not online. */
export const GET = `
  local entries = {}
  for i, id in ipairs(ARGV) do
    local packed = redis.call('HGET', KEYS[1], id)
    if packed then
      local account = cmsgpack.unpack(packed)
      entries[i] = { account[1], account[#account] }
    else
      entries[i] = {}
    end
  end
  return entries`;

/**
 * KEYS[1]: the hash of accounts. ARGV: cursor, how many to look at, store. The next cursor, and the firebase ids among those looked at that
 * are in the store; one may come twice.
 */
export const FIND = `
  local page = redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
  local found = {}
  for at = 1, #page[2], 2 do
    local account = cmsgpack.unpack(page[2][at + 1])
    if account[#account] == ARGV[3] then found[#found + 1] = page[2][at] end
  end
  return { page[1], found }`;
