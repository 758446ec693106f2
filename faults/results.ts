import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Finding } from './experiment.ts'
import { EXPERIMENTS, LEFT_OUT } from './experiments.ts'

interface Outcome {
  at: string
  findings: Finding[]
}
type StoredResults = Partial<Record<string, { run?: Outcome; control?: Outcome }>>
const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const KEPT = at('results.json')

/** Stores the latest outcome of an experiment or its control and regenerates RESULTS.md. */
export function keepOutcome(name: string, isControl: boolean, findings: Finding[]): void {
  const all = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as StoredResults) : {}
  all[name] = { ...all[name], [isControl ? 'control' : 'run']: { at: new Date().toISOString().slice(0, 16).replace('T', ' '), findings } }
  writeFileSync(KEPT, `${JSON.stringify(all, null, 2)}\n`)
  writeFileSync(at('RESULTS.md'), render(all))
}
const holds = ({ findings }: Outcome): boolean => findings.every(f => f.holds)
function render(all: StoredResults): string {
  const sections = Object.entries(EXPERIMENTS).flatMap(([name, { title, control }]) => {
    const { run, control: without } = all[name] ?? {}
    return [
      ...[`## ${name}`, '', `${title}`, ''],
      ...(run ? [`**${holds(run) ? 'Survived' : 'NOT survived'}**, ${run.at} UTC.`, '', table(run.findings), ''] : ['Not run yet.', '']),
      ...(without
        ? [
            `Control, ${without.at} UTC: ${control}. ${holds(without) ? '**It did not fail: the experiment proves nothing.**' : 'It fails, as it must:'}`,
            '',
            ...without.findings.filter(f => !f.holds).map(f => `- ${f.says}: ${f.figure}`),
            '',
          ]
        : [`Control, not run yet: ${control}.`, '']),
    ]
  })
  return [...HEAD, ...sections, '## Left out', '', ...Object.entries(LEFT_OUT).map(([name, why]) => `- ${name}: ${why}`), ''].join('\n')
}
const table = (findings: readonly Finding[]): string =>
  ['| what was looked at | found | |', '| --- | --- | --- |', ...findings.map(f => `| ${f.says} | ${f.figure} | ${f.holds ? 'holds' : '**broken**'} |`)].join('\n')
const HEAD = [
  '# What it survives',
  '',
  'Written by `npx node faults/run.ts <name> [--control]` ([how](../docs/faults.md)). A school of 5,000 students; server, database and load share the same processors, with other work beside them.',
  'A control is the same experiment with the guard taken away, and must fail.',
  '',
  `Machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}, Node ${process.versions.node}, PostgreSQL 18 (embedded, fsync on).`,
  '',
]
