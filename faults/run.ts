import { parseArgs } from 'node:util'
import { broken, type Experiment, type Finding } from './experiment.ts'
import { EXPERIMENTS } from './experiments.ts'
import { keepOutcome } from './results.ts'
import { onStage } from './stage.ts'

/** `node faults/run.ts <name> …` or `all`; `--control` removes the guard, and the run must then fail. Exits with 1 on an unexpected outcome. */
process.env.LOG_LEVEL ??= 'fatal'
const { values, positionals } = parseArgs({ allowPositionals: true, options: { control: { type: 'boolean', default: false } } })
const names = positionals[0] === 'all' ? Object.keys(EXPERIMENTS) : positionals
const unknown = names.filter(name => !EXPERIMENTS[name])
const say = (words: string): void => void process.stdout.write(`${words}\n`)
if (!names.length || unknown.length) {
  say(unknown.length ? `There is no ${unknown.join(', ')}.` : 'Name an experiment, or all:')
  for (const [name, { title }] of Object.entries(EXPERIMENTS)) say(`  ${name.padEnd(20)} ${title}`)
  process.exit(1)
}
async function played(experiment: Experiment, isControl: boolean): Promise<Finding[]> {
  return onStage({ isControl, without: experiment.without ?? [], say }, async stage => [...(await experiment.run(stage)), ...(await broken(experiment.views, stage))])
}
for (const name of names) {
  const experiment = EXPERIMENTS[name] as Experiment
  const why = experiment.impossible?.()
  if (why) {
    say(`${name}: skipped, ${why}`)
    continue
  }
  say(`${name}${values.control ? ` without its guard (${experiment.control})` : ''}`)
  const findings = await played(experiment, values.control)
  keepOutcome(name, values.control, findings)
  for (const { says, figure, holds } of findings) say(`  ${holds ? 'holds ' : 'BROKEN'} ${says}: ${figure}`)
  const isAsItMust = findings.every(f => f.holds) !== values.control
  say(isAsItMust ? (values.control ? '  the control fails, as it must' : '  survived') : values.control ? '  THE CONTROL DID NOT FAIL' : '  NOT SURVIVED')
  if (!isAsItMust) process.exitCode = 1
}
process.exit()
