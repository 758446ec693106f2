import { CircleCheck } from 'lucide-react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { student } from '../../model/student.ts'
import { isFree, lackingOf, type Mine, type OwnRules } from '../public/own-record.ts'
import style from './mine.module.css'
import { OwnForm } from './OwnForm.tsx'

/** Missing fields first: the student's are edited here, for the school's it names the contact. */
export function Missing({ row, rules, isOpen }: { row: Mine; rules: OwnRules; isOpen: boolean }) {
  const { own: lacking, school, filled, whole } = lackingOf({ ...row })
  const own = lacking.filter(name => isFree(rules, name))
  const missing = whole - filled
  if (!missing)
    return (
      <Sheet as="p" className={style.whole} role="status">
        <CircleCheck size={20} />
        {t('信息已完整，有变化时请及时修改')}
      </Sheet>
    )
  return (
    <Sheet className={style.sheet} aria-labelledby="mine-missing">
      <header>
        <h2 id="mine-missing">{t('还缺 {{n}} 项', { n: missing })}</h2>
        <small>{t('已有 {{n}} / {{whole}} 项', { n: filled, whole })}</small>
      </header>
      <div className={style.progress} role="progressbar" aria-valuemin={0} aria-valuemax={whole} aria-valuenow={filled} aria-label={t('信息完整度')}>
        <i style={{ width: `${(filled * 100) / whole}%` }} />
      </div>
      {own.length && isOpen ? <OwnForm key={own.join()} row={row} names={own} rules={rules} /> : null}
      {school.length ? (
        <p className={style.note}>
          {t('{{fields}}由学校补录，请告诉{{who}}', {
            fields: school.map(name => t(student.fields[name as keyof typeof student.fields].label)).join(t('、')),
            who: whoOf(row),
          })}
        </p>
      ) : null}
    </Sheet>
  )
}
/** Contact for missing fields. */
export const whoOf = (row: Mine): string => (row.fdyName ? t('辅导员{{name}}', { name: row.fdyName }) : t('所在学院的老师'))
