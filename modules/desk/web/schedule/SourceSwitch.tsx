import { Checkbox } from 'antd'
import { t } from '#web/i18n/index.ts'
import { SOURCES } from '../../model/schedule.ts'
import style from './schedule.module.css'

export type Source = keyof typeof SOURCES
const ALL_SOURCES = Object.keys(SOURCES) as Source[]
const KEPT = 'ql-scheduleSources'
/** Sources last shown in this browser. */
export const keptSources = (): Source[] => {
  const kept = (typeof localStorage === 'undefined' ? null : localStorage.getItem(KEPT))?.split(',')
  return kept ? ALL_SOURCES.filter(source => kept.includes(source)) : ALL_SOURCES
}
export function SourceSwitch({ value, onChange }: { value: readonly Source[]; onChange: (sources: Source[]) => void }) {
  const change = (sources: Source[]) => {
    localStorage.setItem(KEPT, sources.join())
    onChange(sources)
  }
  return (
    <fieldset className={style.sources}>
      <legend>{t('显示')}</legend>
      {ALL_SOURCES.map(source => (
        <Checkbox key={source} checked={value.includes(source)} onChange={event => change(ALL_SOURCES.filter(s => (s === source ? event.target.checked : value.includes(s))))}>
          <i className={style.dot} data-source={source} aria-hidden="true" />
          {t(SOURCES[source])}
        </Checkbox>
      ))}
    </fieldset>
  )
}
