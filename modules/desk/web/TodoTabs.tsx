import { Segmented } from 'antd'
import type { ComponentType } from 'react'
import { t } from '#web/i18n/index.ts'

interface TabFile {
  default: ComponentType<{ tab: string }>
  /** Names by key, in Chinese. */
  tabs: Readonly<Record<string, string>>
}
/** A tab of another module, such as the one that runs the approvals. */
export interface Further {
  tab: string
  title: string
  Tab: TabFile['default']
}
const FILES = import.meta.glob<TabFile>('/modules/*/{web,*/web}/acts/TodoTabs.tsx', { eager: true })
const FURTHER: readonly Further[] = Object.values(FILES).flatMap(({ tabs, default: Tab }) => Object.entries(tabs).map(([tab, title]) => ({ tab, title, Tab })))
export const furtherTab = (tab: string | null): Further | undefined => FURTHER.find(one => one.tab === tab)

/** 待办, 已办, and what other modules add. */
export const TodoTabs = ({ tab, onChange }: { tab: string; onChange: (tab: string | null) => void }) => (
  <Segmented
    aria-label={t('我的待办')}
    value={tab}
    options={[{ value: 'open', label: t('待办') }, { value: 'done', label: t('已办') }, ...FURTHER.map(one => ({ value: one.tab, label: t(one.title) }))]}
    onChange={next => onChange(next === 'open' ? null : next)}
  />
)
