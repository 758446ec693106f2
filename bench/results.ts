import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { LIMITS } from './limits.ts'

/** One figure with its reference value. */
export interface Line {
  work: string
  figure: string
  ceiling?: string
  ratio?: string
  target?: string
  isMet?: boolean
}
export type Section =
  | 'ceilings'
  | 'records'
  | 'creates'
  | 'signIn'
  | 'arrivals'
  | 'sheets'
  | 'acts'
  | 'todos'
  | 'approvals'
  | 'rush'
  | 'decade'
  | 'claims'
  | 'gates'
  | 'nights'
  | 'term'
  | 'holiday'
  | 'facts'
  | 'awards'
  | 'presort'
  | 'distribution'
  | 'storm'
  | 'bills'
  | 'league'
  | 'photos'
  | 'registration'
  | 'transfers'
  | 'workStudy'
  | 'subsidy'
  | 'labour'
  | 'hardship'
  | 'graduation'
  | 'exam'
  | 'loan'
  | 'enlistment'
  | 'certificates'
  | 'community'
  | 'evaluation'
  | 'care'
  | 'questions'
  | 'office'
  | 'welcome'
  | 'audited'
  | 'daily'
  | 'rollover'
  | 'start'
  | 'growth'
  | 'idle'
  | 'page'
  | 'shell'
  | 'web'
  | 'lighthouse'
interface StoredSection {
  at: string
  lines: Line[]
}
const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const KEPT = at('results.json')
const HEADINGS: Record<Section, string> = {
  records: 'Lists, reads and writes',
  creates: 'Creating a plain record',
  signIn: 'Sign-in',
  arrivals: 'A school arriving',
  sheets: 'Spreadsheets',
  acts: 'Acts on many rows',
  todos: 'Todos',
  approvals: 'Approvals',
  rush: 'A school signs in by place',
  decade: 'Ten years of leaves',
  claims: 'Choosing beds',
  gates: 'Gates and alerts',
  nights: 'A night in the dormitories',
  term: 'A term of a full school',
  holiday: 'Where a school goes for a holiday',
  facts: 'Conditions over facts about students',
  awards: 'Awards of a school',
  presort: 'Beds by rules',
  distribution: 'Classes of new students',
  storm: 'Repairs after a storm',
  bills: 'Bills of a school',
  league: 'League fees of a school',
  photos: 'Photos of a whole year',
  registration: 'A term begins',
  transfers: 'Major transfers',
  workStudy: 'Work-study: wage sheets and offers',
  subsidy: 'A month of a grant',
  labour: 'Places in labour projects',
  hardship: 'Hardship recognition',
  graduation: 'Graduation audit',
  exam: 'An entrance examination',
  welcome: 'New students arrive',
  loan: 'Loans arrive',
  enlistment: 'Ten years of soldiers',
  certificates: 'Lists of issuers of certificates',
  evaluation: 'Evidence, evaluation and points',
  community: 'Societies, activities, surveys, tests and the site',
  care: 'Screenings, ratings and hours',
  questions: 'Questions of the query tool',
  office: 'Questions of the office',
  audited: 'The sealed audit',
  daily: 'A working day',
  rollover: 'A new school year',
  start: 'Start and memory',
  growth: 'What modules cost',
  idle: 'What an idle installation costs',
  page: 'The browser',
  shell: 'The shell',
  web: 'The list beside a bare page, and a slow phone',
  lighthouse: 'Lighthouse',
  ceilings: 'PostgreSQL alone (pgbench, prepared statements)',
}

/** Stores the latest figures of each section and regenerates RESULTS.md. */
export function keepResults(section: Section, lines: Line[]): void {
  const all = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Partial<Record<Section, StoredSection>>) : {}
  all[section] = { at: new Date().toISOString().slice(0, 16).replace('T', ' '), lines }
  writeFileSync(KEPT, `${JSON.stringify(all, null, 2)}\n`)
  writeFileSync(at('RESULTS.md'), render(all))
}
function render(all: Partial<Record<Section, StoredSection>>): string {
  const sections = (Object.keys(HEADINGS) as Section[]).flatMap(name => {
    const kept = all[name]
    return kept ? [`## ${HEADINGS[name]}`, '', `Measured ${kept.at} UTC.`, '', table(kept.lines), ''] : []
  })
  const missed = Object.values(all).flatMap(kept => kept.lines.filter(line => line.isMet === false))
  return [...HEAD, ...sections, '## What limits what is missed', '', ...(missed.length ? missed.map(limitOf) : ['Nothing is missed.']), ''].join('\n')
}
const limitOf = ({ work, figure, ratio, target }: Line): string => `- **${work}**: ${ratio ?? figure}, wanted ${target}. ${LIMITS[work] ?? ''}`.trimEnd()
function table(lines: readonly Line[]): string {
  const rows = lines.map(l => [l.work, l.figure, l.ceiling ?? '', l.ratio ?? '', l.target ?? '', l.isMet === undefined ? '' : l.isMet ? 'met' : 'missed'])
  return [['work', 'ours', 'ceiling', 'ratio', 'target', ''], ['---', '---', '---', '---', '---', '---'], ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')
}
const HEAD = [
  '# Speed',
  '',
  `Written by \`npm run bench\` (or parts of it: \`npm run bench ${Object.keys(HEADINGS).join(' ')}\`). 50,000 students of 22 columns with Chinese names and a fixed seed;`,
  'server, database and load share the same processors. `ceiling` is a hand-written server of Fastify and pg with prepared statements (`hand-written.ts`) and nothing else of a',
  "product; it is measured before and after ours in the same run, and only the ratio means something, because the machine's own speed moves. Ours is the program as `npm start` runs",
  'it, called by somebody signed in over the token call, in role `college` with a data scope of 21 departments: authentication, permission, scope, row-level security, masks, response',
  'schema and history are on. Both find the same rows and the same totals before anything is counted. Load: 3 s warm-up, then 10 s.',
  '',
  `Machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}, Node ${process.versions.node}, PostgreSQL 18 (embedded, fsync on).`,
  '',
]
