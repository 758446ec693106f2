import { hash, verify } from '@node-rs/argon2'

/** Password hashes per second of a process that does nothing else: argon2id with OWASP's parameters. Runs on its own. */
const SECONDS = Number(process.argv[2] ?? 5)
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const stored = await hash('a password', COST)
const until = performance.now() + SECONDS * 1000
let checked = 0
await Promise.all(
  Array.from({ length: 8 }, async () => {
    while (performance.now() < until) {
      await verify(stored, 'a password')
      checked++
    }
  }),
)
process.stdout.write(`${checked / SECONDS}\n`)
