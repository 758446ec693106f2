import { PlainTable } from '#web/feedback/PlainTable.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import type { previewRules } from '../model/actions.ts'
import { MEASURES } from './measures.ts'
import style from './presort.module.css'

type Preview = AnswerOf<typeof previewRules>
const MOST = 40
/** Largest losses first; below, the metrics before and after. */
export function Gains({ found }: { found: Preview }) {
  const { classes } = found
  const better = classes.filter(c => c.after > c.before).length
  const worse = classes.filter(c => c.after < c.before).length
  return (
    <>
      <p className={style.verdict} role="status">
        {classes.length ? t('{{better}} 个班变好，{{worse}} 个班变差', { better, worse }) : t('对哪个班都没有影响')}
      </p>
      <PlainTable
        label={t('改动前后')}
        rows={MEASURES.filter(m => found.before[m.key] !== found.after[m.key])}
        keyOf={m => m.key}
        columns={[
          [t('指标'), m => t(m.label)],
          [t('现在'), m => formatNumber(found.before[m.key])],
          [t('改后'), m => formatNumber(found.after[m.key])],
        ]}
      />
      {classes.length ? (
        <PlainTable
          label={t('各班')}
          rows={classes.slice(0, MOST)}
          keyOf={c => c.classId}
          columns={[
            [t('班级'), c => c.label],
            [t('人数'), c => formatNumber(c.students)],
            [t('得分'), c => <Change before={c.before} after={c.after} />],
            [t('房间'), c => `${c.roomsBefore} → ${c.roomsAfter}`],
          ]}
        />
      ) : null}
    </>
  )
}
const Change = ({ before, after }: { before: number; after: number }) => (
  <span className={after > before ? style.gain : after < before ? style.lack : ''}>
    {before} → {after}
  </span>
)
