import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { reexaminationQueue } from '../model/actions.ts'
import { Reexamining } from './reexamine/Reexamining.tsx'
import style from './review.module.css'

/** 录取与入学 → 资格复查: one new student after the other, doubts and the most urgent first. */
export default function ReexaminePage() {
  const read = useRead(reexaminationQueue, {})
  const [params] = useSearchParams()
  const [chosen, choose] = useState(params.get('id') ?? undefined)
  const [skipped, skip] = useState<readonly string[]>([])
  const rows = (read.data?.rows ?? []).flatMap(row => (row && !skipped.includes(row.id) ? [row] : []))
  const current = rows.find(row => row.id === chosen) ?? rows[0]
  const next = (done: string) => {
    skip([...skipped, done])
    choose(undefined)
  }
  return (
    <Page title={t('资格复查')} help={t('入学后三个月内逐人复查五项；存疑的转第二人。→ 下一位，A 全部合格，Ctrl+Enter 提交。')}>
      <Loaded of={read}>
        {data => (
          <>
            <Figures label={t('资格复查')}>
              <Figure label={t('待复查')} value={data.open} />
              <Figure label={t('待第二人复查')} value={data.doubt} />
              <Figure label={t('已过催办日')} value={data.late} to="/admission/reexaminations?view=late" />
            </Figures>
            {current ? (
              <div className={style.desk}>
                <nav aria-label={t('待我复查')} className={style.queue}>
                  {rows.map(row => (
                    <button key={row.id} type="button" aria-current={row.id === current.id} onClick={() => choose(row.id)}>
                      <span>{row.name}</span>
                      <small className="ql-quiet">{row.state === 'doubt' ? t('存疑') : t('剩 {{n}} 天', { n: row.daysLeft })}</small>
                    </button>
                  ))}
                </nav>
                <Reexamining key={current.id} id={current.id} onDone={() => next(current.id)} />
              </div>
            ) : (
              <Empty title={t('没有待你复查的新生')} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
