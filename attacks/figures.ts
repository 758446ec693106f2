import type { Endpoint } from './contract.ts'
import type { Shooter } from './shooter.ts'

interface Run {
  seed: number
  seconds: number
  endpoints: readonly Endpoint[]
  shooters: readonly Shooter[]
  renewals: number
  deaths: number
}
/** Report of a run. */
export function figures({ seed, seconds, endpoints, shooters, renewals, deaths }: Run): string {
  const sum = (of: (s: Shooter) => number): number => shooters.reduce((n, s) => n + of(s), 0)
  const union = (of: (s: Shooter) => ReadonlySet<string>): number => new Set(shooters.flatMap(s => [...of(s)])).size
  const codes = [...new Set(shooters.flatMap(s => [...s.codes.keys()]))].sort((a, b) => a - b)
  const row = (cells: ReadonlyArray<string | number>): string => `| ${cells.join(' | ')} |`
  const line = (s: Shooter): string => {
    const counts = codes.map(code => s.codes.get(code) ?? 0)
    return row([s.name, s.requests, s.reached.size, s.welcomed.size, ...counts, s.faults.length, `${Math.round(s.slowest.ms)} ms ${s.slowest.path}`])
  }
  return [
    '# Every endpoint under strange requests',
    '',
    `Written by \`node attacks/fuzz.ts --minutes ${Math.round(seconds / 60)} --seed ${seed}\`, ${new Date().toISOString().slice(0, 10)}. Four callers at once send requests made from the contract of the running`,
    'product (`/api/docs/openapi.json`): values that fit, values they have been answered before, and values that should be refused. Counted by body code; a fault is a 5xx (503 too),',
    'no answer within 10 s, or a broken connection.',
    '',
    `- requests: ${sum(s => s.requests)} in ${Math.round(seconds)} s (${(sum(s => s.requests) / seconds).toFixed(0)}/s)`,
    `- endpoints called: ${union(s => s.reached)} of ${endpoints.length}; answered with 200 at least once: ${union(s => s.welcomed)}; whose input the contract names: ${endpoints.filter(e => e.input).length}`,
    `- faults: ${sum(s => s.faults.length)}; deaths of the program: ${deaths}; begun anew because an account had locked itself out: ${renewals - deaths}`,
    '',
    row(['caller', 'requests', 'endpoints', 'with 200', ...codes, 'faults', 'slowest']),
    row(Array.from({ length: codes.length + 6 }, () => '---')),
    ...shooters.map(line),
    '',
  ].join('\n')
}
