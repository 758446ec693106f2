import { type Row, refusalOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { isOpen, phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { type Db, handle } from '#server/context.ts'
import { testAnswer, testAttempt, testCandidate } from '../model/attempt.ts'
import { type Content, JUDGED } from '../model/content.ts'
import { correctedContent } from '../model/correction.ts'
import { formIn, type Item } from '../model/draw.ts'
import { questionsIn } from '../model/material.ts'
import { testPaper } from '../model/paper.ts'
import { isByHand, LETTERS } from '../model/question.ts'
import { testRecheck } from '../model/recheck.ts'
import { SHOWS, type Shows, testSchedule } from '../model/schedule.ts'
import { myPaper, myTests, readRules } from '../model/sit-actions.ts'
import { correctionsOf } from './corrections.ts'
import { extraPercentOf, ownAttempt } from './own-attempts.ts'
import { recheckUntil } from './recheck-until.ts'
import type { Schedule } from './schedules.ts'
import { settingsOf } from './settings.ts'
import { isTold } from './settle.ts'
import { type Attempt, askedOf } from './sheet.ts'
import { contentsOf } from './versions.ts'

type Candidate = Row<typeof testCandidate>
const MINE = 200
/** Whether a candidate sees it now. */
export const isShown = (when: Shows, row: Schedule): boolean =>
  when === 'atOnce' || (when === 'afterEnd' && phaseOf(row) === 'closed') || (when !== 'never' && row.stage === 'released')
function metaOf(row: Schedule, candidate: Candidate, running: Pick<Attempt, 'id'> | undefined) {
  const next = candidate.lastEndedAt && row.gapHours ? Date.parse(candidate.lastEndedAt) + row.gapHours * HOUR_MS : 0
  const isKnown = isTold(row) || isShown(row.showScore, row)
  return {
    ...{ id: row.id, name: row.name, kind: row.kind, beginTime: row.beginTime, endTime: row.endTime, isOpen: isOpen(row), minutes: row.minutes, used: candidate.used },
    left: candidate.passedAt && row.kind !== 'practice' ? 0 : Math.max(0, row.attempts + candidate.extraAttempts - candidate.used),
    nextAt: next > Date.now() ? new Date(next).toISOString() : null,
    ...{
      runningId: running?.id ?? null,
      isDone: candidate.doneAt !== null,
      score: isKnown ? candidate.score : null,
      isPassed: isKnown && candidate.score !== null ? candidate.isPassed : null,
    },
  }
}
const mine = handle(myTests, async ({ db, me }) => {
  const own = me.studentId ? await db.unscoped(testCandidate).all({ studentId: me.studentId }, { sort: ['-createdAt'], limit: MINE }) : [] // the caller's own
  const rows = await db.unscoped(testSchedule).all({ id: own.map(c => c.scheduleId), state: ['published', 'paused', 'closed'] }) // that ask the caller
  const running = own.length ? await db.unscoped(testAttempt).all({ studentId: me.studentId ?? '', state: 'running' }) : [] // the caller's own
  const all = rows.flatMap(row => {
    const candidate = own.find(c => c.scheduleId === row.id)
    return candidate
      ? [
          metaOf(
            row,
            candidate,
            running.find(a => a.scheduleId === row.id),
          ),
        ]
      : []
  })
  const rank = (one: (typeof all)[number]): number => (one.runningId ? 0 : one.isOpen && !one.isDone ? 1 : 2)
  return all.sort((a, b) => rank(a) - rank(b) || b.endTime.localeCompare(a.endTime))
})
const rules = handle(readRules, async ({ db, me }, { id }) => {
  const row = await db.unscoped(testSchedule).one(id) // whose candidates are looked at next
  const studentId = me.studentId ?? ''
  const candidate = studentId ? await db.unscoped(testCandidate).find({ scheduleId: id, studentId }) : undefined // the caller's own
  if (!candidate) throw refusalOf(testSchedule, 'notInAudience', { name: row.name })
  const attempts = await db.unscoped(testAttempt).all({ scheduleId: id, studentId }) // the caller's own
  const paper = await db.unscoped(testPaper).one(row.paperId) // of which only sums are told
  const extraPercent = await extraPercentOf(db, studentId)
  const { intro, passScore, scoring, lateMinutes, stayMinutes, watch, leaveLimit } = row
  const isKnown = isTold(row) || isShown(row.showScore, row)
  const rechecks = new Map((await db.unscoped(testRecheck).all({ scheduleId: id, studentId })).map(one => [one.attemptId, one])) // the caller's own
  const until = recheckUntil(row, (await settingsOf(db)).recheckDays)
  return {
    ...metaOf(
      row,
      candidate,
      attempts.find(a => a.state === 'running'),
    ),
    ...{ intro, passScore, scoring, lateMinutes, stayMinutes, watch: watch ?? [], leaveLimit, fullScore: paper.total, extraPercent },
    questionCount: questionsIn(paper.sections ?? [], paper.pool),
    attempts: attempts
      .toSorted((a, b) => a.no - b.no)
      .map(({ id: attemptId, no, startedAt, submittedAt, submitWay, state, total, voidReason }) => ({
        ...{ id: attemptId, no, startedAt, submittedAt, submitWay, state, voidReason },
        total: isKnown ? total : null,
        showsAnswers: submittedAt !== null && isShown(row.showAnswers, row),
        recheckUntil: state === 'released' && total !== null && !rechecks.has(attemptId) && until && Date.parse(until) > Date.now() ? until : null,
        recheck: rechecks.get(attemptId)?.state ?? null,
        recheckAnswer: rechecks.get(attemptId)?.answer ?? null,
      })),
  }
})
/** The right answer in words, for candidates and markers. */
export function keyText({ type, picks, options, accepted, rights, model }: Content, { o }: Pick<Item, 'o'>): string | null {
  if (isByHand(type)) return model
  if (type === 'judge') return JUDGED[picks[0] ?? 0] ?? null
  if (type === 'blank') return accepted.join(' / ')
  if (type === 'match') return options.map((left, at) => `${left} – ${rights[at] ?? ''}`).join('\n')
  const shownAt = (place: number): string => LETTERS[o.findIndex(([, at]) => at === place)] ?? ''
  const shown = picks.map(shownAt)
  return (type === 'order' ? shown : shown.toSorted()).join('')
}
const paperOf = handle(myPaper, async ({ db, me, refuse }, { attemptId }) => {
  const attempt = await ownAttempt({ db, me }, attemptId)
  const row = await db.unscoped(testSchedule).one(attempt.scheduleId) // of the caller's own attempt
  if (!attempt.submittedAt || !isShown(row.showAnswers, row))
    refuse('hidden', { name: row.name, when: { text: row.showAnswers === 'never' ? '不给看' : '{when}可以看', values: { when: { text: SHOWS[row.showAnswers] } } } })
  return lookedAt(db, row, attempt)
})
export async function lookedAt(db: Db, row: Schedule, attempt: Attempt) {
  const form = formIn(attempt)
  const [contents, answers] = await Promise.all([contentsOf(db, [form]), db.unscoped(testAnswer).all({ attemptId: attempt.id })]) // the caller's own
  const fixes = (await correctionsOf(db, [row.id])).get(row.id)
  const isKnown = isTold(row) || isShown(row.showScore, row)
  const lost = new Map<string, number>()
  const questions = form.items.flatMap((item, at) => {
    const asked = contents.get(item.v)
    if (!asked) return []
    const fix = fixes?.get(item.q)
    const content = correctedContent(asked, fix)
    const given = answers.find(one => one.no === at + 1)
    const got = fix?.way === 'full' ? item.m : given ? given.score : 0
    if (fix?.way !== 'drop') for (const topic of content.topics) lost.set(topic, (lost.get(topic) ?? 0) + item.m - (got ?? 0))
    const { section: _section, ...shown } = askedOf(item, at, content, contents)
    return [{ ...shown, correctedAs: fix?.way ?? null, answer: given?.answer ?? null, got: isKnown ? got : null, key: keyText(content, item), explanation: content.explanation }]
  })
  const worst = [...lost].filter(([, n]) => n > 0).sort((a, b) => b[1] - a[1])
  return { name: row.name, no: attempt.no, total: isKnown ? attempt.total : null, questions, topics: worst.slice(0, 3).map(([topic]) => topic) }
}
export default [mine, rules, paperOf]
