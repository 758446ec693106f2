import { acts } from './acts.ts'
import { approvals } from './approvals.ts'
import { arrivals } from './arrivals.ts'
import { audited } from './audited.ts'
import { awards } from './awards.ts'
import { type Bench, openBench } from './bench.ts'
import { bills } from './bills.ts'
import { care } from './care.ts'
import { certificates } from './certificates.ts'
import { claims } from './claims.ts'
import { community } from './community.ts'
import { creates } from './creates.ts'
import { daily } from './daily.ts'
import { isWhole } from './database.ts'
import { decade } from './decade.ts'
import { distribution } from './distribution.ts'
import { enlistment } from './enlistment.ts'
import { evaluation } from './evaluation.ts'
import { exam } from './exam.ts'
import { facts } from './facts.ts'
import { gates } from './gates.ts'
import { graduation } from './graduation.ts'
import { growth } from './growth.ts'
import { hardship } from './hardship.ts'
import { holiday } from './holiday.ts'
import { idle } from './idle.ts'
import { labour } from './labour.ts'
import { league } from './league.ts'
import { lighthouse } from './lighthouse.ts'
import { loan } from './loan.ts'
import { nights } from './nights.ts'
import { office } from './office.ts'
import { page } from './page.ts'
import { ceilings } from './pgbench.ts'
import { photos } from './photos.ts'
import { presort } from './presort.ts'
import { questions } from './questions.ts'
import { records } from './records.ts'
import { registration } from './registration.ts'
import { keepResults, type Line, type Section } from './results.ts'
import { rollover } from './rollover.ts'
import { rush } from './rush.ts'
import { sheets } from './sheets.ts'
import { shell } from './shell.ts'
import { signIns } from './sign-in.ts'
import { start } from './start.ts'
import { storm } from './storm.ts'
import { subsidy } from './subsidy.ts'
import { term } from './term.ts'
import { todos } from './todos.ts'
import { transfers } from './transfers.ts'
import { web } from './web.ts'
import { welcome } from './welcome.ts'
import { workStudy } from './work-study.ts'

/** Sections that create their own databases. */
const ALONE = { growth, idle }
/** `npm run bench`, or some sections: `npm run bench records sheets`. `start` comes last, because it stops the processes the others need. */
const SECTIONS: Record<Exclude<Section, keyof typeof ALONE>, (bench: Bench) => Promise<Line[]>> = {
  ceilings,
  page,
  shell,
  web,
  lighthouse,
  records,
  creates,
  signIn: signIns,
  arrivals,
  sheets,
  acts,
  todos,
  approvals,
  decade,
  rush,
  claims,
  gates,
  nights,
  term,
  holiday,
  facts,
  awards,
  presort,
  distribution,
  storm,
  bills,
  league,
  photos,
  registration,
  transfers,
  workStudy,
  subsidy,
  labour,
  hardship,
  graduation,
  exam,
  loan,
  enlistment,
  certificates,
  community,
  evaluation,
  care,
  questions,
  office,
  welcome,
  audited,
  daily,
  rollover,
  start,
}
const names = Object.keys(SECTIONS) as Array<keyof typeof SECTIONS>
const alone = Object.keys(ALONE) as Array<keyof typeof ALONE>
const all = [...names, ...alone]
const asked = process.argv.slice(2)
const isAsked = (name: Section): boolean => !asked.length || asked.includes(name)
const unknown = asked.filter(name => !all.some(n => n === name))
if (unknown.length) {
  process.stderr.write(`There is no ${unknown.join(', ')}; there are ${all.join(', ')}.\n`)
  process.exit(1)
}
const say = (text: string): void => void process.stdout.write(`${text}\n`)
/** Results of a smaller school are printed but not stored. */
const keep = (name: Section, lines: Line[]): void => (isWhole ? keepResults(name, lines) : console.table(lines))
for (const name of alone) if (isAsked(name)) keepResults(name, await ALONE[name](say))
if (names.some(isAsked)) {
  const bench = await openBench(say)
  try {
    for (const name of names) if (isAsked(name)) keep(name, await SECTIONS[name](bench))
  } finally {
    await bench.close()
  }
}
process.exit(0)
