import { Ellipsis } from 'lucide-react'
import { Children, createContext, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import type { Action } from '#model'
import { language, t } from '#web/i18n/index.ts'
import { Menu } from './Menu.tsx'
import style from './native.module.css'
import { RowButton } from './native.tsx'

/** What decides whether an act is offered. */
export type ActOf = Pick<Action, 'of' | 'name'> & Partial<Pick<Action, 'access' | 'permission'>>
/** An action offered for a row. */
export interface Act {
  label: string
  onClick: () => void
  danger?: boolean
  /** The underlying action: hidden without its permission, and on rows whose abilities or state deny it. */
  of?: ActOf
}
export type Acts = ReadonlyArray<Act | ReactElement | false | null | undefined> | ReactNode

/** Where an act is rendered: a link in a row, a button elsewhere. */
export const ActPlace = createContext<'row' | 'bar' | 'page'>('page')

const isAct = (one: unknown): one is Act => typeof one === 'object' && one !== null && 'onClick' in one && 'label' in one && !isValidElement(one)

/** Flattens fragments and drops falsy entries. */
export function flatActs(given: Acts): Array<Act | ReactElement> {
  if (Array.isArray(given)) return given.flatMap(flatActs)
  if (isAct(given)) return [given]
  if (!isValidElement<{ children?: ReactNode }>(given)) return []
  return given.type === Fragment ? Children.toArray(given.props.children).flatMap(flatActs) : [given]
}
/** Two links and an overflow menu ⋯. */
export function RowActs({ acts, shown = 2 }: { acts: ReadonlyArray<Act | ReactElement>; shown?: number }) {
  const first = acts.slice(0, shown)
  const rest = acts.slice(first.length)
  return (
    <ActPlace value="row">
      <span className="ql-row-acts">
        {first.map((act, at) => (
          <Fragment key={keyOf(act, at)}>
            {isAct(act) ? (
              <RowButton danger={act.danger === true} onClick={act.onClick}>
                {act.label}
              </RowButton>
            ) : (
              act
            )}
          </Fragment>
        ))}
        {rest.length ? (
          <Menu
            trigger={['click']}
            placement="bottomRight"
            menu={{
              items: rest.map((act, at) =>
                isAct(act) ? { key: keyOf(act, at), label: act.label, danger: act.danger === true, onClick: act.onClick } : { key: keyOf(act, at), label: act },
              ),
            }}
          >
            <RowButton className={style.iconAct} aria-label={t('更多操作')}>
              <Ellipsis size={16} />
            </RowButton>
          </Menu>
        ) : null}
      </span>
    </ActPlace>
  )
}
const textWidth = (text: string): number => [...text].reduce((sum, c) => sum + (c > '\u2e7f' ? 14 : 7.6), 0)
interface ActProps {
  children?: ReactNode
  /** Of a `PrintButton`: what it prints. */
  label?: string
  of?: { label?: string }
}
/** Text of a custom act as its props tell it; without any it counts as a word of five characters, or a longer one in English. */
function widthOf(act: Act | ReactElement): number {
  if (isAct(act)) return textWidth(act.label)
  const { children, label, of } = act.props as ActProps
  const text = typeof children === 'string' ? children : label ? t('打印{{label}}', { label: t(label) }) : of?.label ? t(of.label) : undefined
  return text === undefined ? (language() === 'en' ? 96 : 70) : textWidth(text)
}
/** Width of the actions column for the longest of these rows, including ⋯. */
export function widthOfActs(rows: ReadonlyArray<ReadonlyArray<Act | ReactElement>>, shown = 2): number {
  const width = (acts: ReadonlyArray<Act | ReactElement>): number => acts.slice(0, shown).reduce((sum, act) => sum + 12 + widthOf(act), 0) + (acts.length > shown ? 28 : 0)
  return Math.max(112, Math.ceil(Math.max(0, ...rows.map(width)) + 28))
}
const keyOf = (act: Act | ReactElement, at: number): string => (isAct(act) ? act.label : (act.key ?? String(at)))
