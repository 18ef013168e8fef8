/**
 * Scripts that change presence. Each is atomic on one shard, so counts cannot drift.
 *
 * KEYS[1]  sorted set: "firebase id \n connection" by the end of its lease (milliseconds since 1970)
 * KEYS[2]  hash: firebase id -> since, then connection and store of each connection; the last to connect or move is at
 * the end
 * KEYS[3]  hash: store -> accounts online
 * ARGV[1]  the current time in milliseconds; empty for the clock of Redis, which all server processes share
 *
 * Returns a flat list: firebase id, store left, store entered ('' for none), '1' if the account came online or went
 * offline.
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

/** ARGV[2]: length of the lease; then groups of firebase id, store and connection. */
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

/** ARGV[2] onwards: pairs of firebase id and connection. */
export const DROP = `${SHARED}
  for i = 2, #ARGV, 2 do remove(ARGV[i], ARGV[i + 1]) end
  return changes`;

/** Ends at most ARGV[2] expired leases; their number comes first in the result. */
export const EXPIRE = `${SHARED}
  local ended = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[2])
  for _, member in ipairs(ended) do
    local cut = string.find(member, '\\n', 1, true)
    remove(string.sub(member, 1, cut - 1), string.sub(member, cut + 1))
  end
  table.insert(changes, 1, #ended)
  return changes`;

/**
 * KEYS[1]: the hash of accounts. ARGV: firebase ids. Returns since and store for each, or an empty entry if offline.
 */
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
 * KEYS[1]: the hash of accounts. ARGV: cursor, scan count, store. Returns the next cursor and the scanned firebase ids
 * in the store, possibly with duplicates.
 */
export const FIND = `
  local page = redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
  local found = {}
  for at = 1, #page[2], 2 do
    local account = cmsgpack.unpack(page[2][at + 1])
    if account[#account] == ARGV[3] then found[#found + 1] = page[2][at] end
  end
  return { page[1], found }`;
