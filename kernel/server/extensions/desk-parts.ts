import type { Wording } from '#model'
import { extensionPoint, type Registration, solePoint } from '../base/extension-point.ts'
import type { Ctx, Db } from '../context.ts'

/** A role-specific figure on the dashboard: students on leave today, overdue items. */
export interface DashboardFigure {
  kind: 'deskFigure'
  code: string
  /** Smaller ones come first. */
  order: number
  /** Shown only to holders of this permission. */
  permission?: string
  for?: 'staff' | 'student'
  /** Null if it does not concern this user. */
  run(ctx: Ctx): Promise<FigureAnswer | null>
}
export interface FigureAnswer {
  label: string
  value: number
  unit?: string
  /** One short remark beside the number: 已等 2 天. */
  note?: Wording
  /** `late` asks for attention. */
  tone?: 'late' | 'done'
  /** Link to the list behind the number. */
  link?: string
  /** Breakdown of the value. */
  parts?: ReadonlyArray<{ label: string; value: number }>
}
export const deskFigures = extensionPoint<DashboardFigure>('deskFigure', { id: f => f.code })
/** Declares a dashboard figure; default export of a module's server file. */
export const deskFigure = (figure: Omit<DashboardFigure, 'kind'>): DashboardFigure => deskFigures.make(figure)

/** One clause of the dashboard's first sentence: 昨晚 4 人未归，1 人已联系. */
export interface Headline {
  kind: 'headline'
  code: string
  /** The most serious come first. */
  order: number
  permission: string
  /** Null if there is nothing to report; `link` opens the rows behind it. */
  run(ctx: Ctx): Promise<{ text: Wording; link: string } | null>
}
export const headlines = extensionPoint<Headline>('headline', { id: h => h.code })
/** Declares a clause of the first sentence; default export of a module's server file. */
export const headline = (clause: Omit<Headline, 'kind'>): Headline => headlines.make(clause)

/** What somebody does once, before they begin to work: bind a number, set up the school. */
export interface FirstStep {
  code: string
  title: Wording
  isDone: boolean
  link: string
}
/** First steps of those whom they concern; they stand on the dashboard until they are done. */
export interface FirstSteps {
  kind: 'firstSteps'
  code: string
  /** Smaller ones come first. */
  order: number
  permission?: string
  run(ctx: Ctx): Promise<readonly FirstStep[]>
}
export const firstStepSources = extensionPoint<FirstSteps>('firstSteps', { id: s => s.code })
/** Declares first steps; default export of a module's server file. */
export const firstSteps = (steps: Omit<FirstSteps, 'kind'>): FirstSteps => firstStepSources.make(steps)

/** Where open todos of one type are handled together. */
export interface TodoPage {
  kind: 'todoPage'
  code: string
  /** Undefined for types it does not know. */
  of(db: Db, bizType: string): string | undefined
}
export const todoPages = extensionPoint<TodoPage>('todoPage', { id: p => p.code })
export const todoPage = (page: Omit<TodoPage, 'kind'>): TodoPage => todoPages.make(page)

export interface Application {
  /** `{bizType}` and its row. */
  bizType: string
  bizId: string
  title: string
  state: 'draft' | 'pending' | 'approved' | 'rejected' | 'returned' | 'withdrawn' | 'cancelled'
  appliedAt: string
  /** Current step, and whom it waits for. */
  node?: string | null
  waitsFor?: string | null
  waitsSince?: string | null
  /** What usually happens next, in plain words. */
  nextStep?: string | null
  link: string
  mobileLink?: string | null
  /** Its approval process, for the acts in `can`. */
  instanceId?: string | null
  can?: ReadonlyArray<'urge' | 'withdraw'>
  /** Form that begins with what was asked in this one. */
  copyLink?: string | null
}
/** Source of one kind of application; the personal centre queries all of them. */
export interface ApplicationSource {
  kind: 'applicationSource'
  bizType: string
  label: string
  /** Newest first, `limit` at most. */
  mine(ctx: Ctx, query: { limit: number; isOpen?: boolean }): Promise<readonly Application[]>
  count(ctx: Ctx, query: { isOpen?: boolean }): Promise<number>
  /** Page of its form, and the working minutes from there to the decision, on average of late; null where too few were decided. */
  applyPage?: string
  usualMinutes?(ctx: Ctx): Promise<number | null>
}
export const applicationSources = extensionPoint<ApplicationSource>('applicationSource', { id: s => s.bizType })
export const applicationSource = (source: Omit<ApplicationSource, 'kind'>): ApplicationSource => applicationSources.make(source)

/** What somebody is on duty for; the schedule shows it read-only (10-P4). */
export interface DutySource {
  kind: 'duty'
  code: string
  /** In Chinese. */
  title: string
  /** Duties of a person between two days, inclusive. */
  of(db: Db, person: { userId: string; teacherId: string | null; studentId: string | null }, from: string, to: string): Promise<readonly Duty[]>
}
export interface Duty {
  id: string
  begin: string
  end: string
  place?: string | null
  note?: string | null
  link?: string | null
}
export const dutySources = extensionPoint<DutySource>('duty', { id: d => d.code })
/** Declares a kind of duty; default export of a module's server file. */
export const dutySource = (source: Omit<DutySource, 'kind'>): DutySource => dutySources.make(source)

/** Answered by the module that keeps desktops. */
interface DesktopSide extends Registration {
  kind: 'desktop'
  /** Puts a widget at the end of the caller's desktop, unless it is there or the desktop is locked. */
  show(ctx: Ctx, widget: string): Promise<void>
}
export const desktops = solePoint<DesktopSide>('desktop')
