import type { Wording } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Ctx } from '../context.ts'

/** A number of a role's own on the desktop: how many students are on leave today, what is overdue. */
export interface DashboardFigure {
  kind: 'deskFigure'
  code: string
  /** Smaller ones come first. */
  order: number
  /** Without this permission nobody is asked. */
  permission?: string
  for?: 'staff' | 'student'
  /** Null where it says nothing to this person. */
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
  /** Where the number opens its list. */
  link?: string
  /** What it consists of. */
  parts?: ReadonlyArray<{ label: string; value: number }>
}
export const deskFigures = extensionPoint<DashboardFigure>('deskFigure', { id: f => f.code })
/** Declares a number for the desktop; default export of a module's server file. */
export const deskFigure = (figure: Omit<DashboardFigure, 'kind'>): DashboardFigure => deskFigures.make(figure)

export interface Application {
  /** `{bizType}` and its row. */
  bizType: string
  bizId: string
  title: string
  state: 'draft' | 'pending' | 'approved' | 'rejected' | 'returned' | 'withdrawn' | 'cancelled'
  appliedAt: string
  /** The step it stands at, and whom it waits for. */
  node?: string | null
  waitsFor?: string | null
  waitsSince?: string | null
  /** What usually happens next, in plain words. */
  nextStep?: string | null
  link: string
  mobileLink?: string | null
}
/** Where one kind of application keeps its own; the personal centre asks all of them. */
export interface ApplicationSource {
  kind: 'applicationSource'
  bizType: string
  label: string
  /** Newest first, `limit` at most. */
  mine(ctx: Ctx, query: { limit: number; isOpen?: boolean }): Promise<readonly Application[]>
}
export const applicationSources = extensionPoint<ApplicationSource>('applicationSource', { id: s => s.bizType })
export const applicationSource = (source: Omit<ApplicationSource, 'kind'>): ApplicationSource => applicationSources.make(source)
