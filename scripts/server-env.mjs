import { join, resolve } from 'node:path'

/** Environment of the server: code that Node compiled at one start is read from the data folder at the next one, by every worker. glibc gives each thread
 *  an arena of its own and keeps what was freed in it: two for all of them hold a tenth less. */
export const serverEnv = env => ({ MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: join(resolve(env.DATA_DIR || 'data'), 'cache'), ...env })
