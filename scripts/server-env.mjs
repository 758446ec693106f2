import { join, resolve } from 'node:path'

/** Environment of the server: code that Node compiled at one start is read from the data folder at the next one, by every worker. */
export const serverEnv = env => ({ NODE_COMPILE_CACHE: join(resolve(env.DATA_DIR || 'data'), 'cache'), ...env })
