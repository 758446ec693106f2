import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { useFields } from '#web/forms/useFields.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { estimateAid } from '../model/actions.ts'
import { Computation } from './Computation.tsx'

/** 参军入伍 → 资助测算: what a notice of a day would give a student; writes nothing. */
export default function EstimatePage() {
  const [start] = useState(() => ({ noticeDate: schoolDate(Date.now()) }))
  const form = useFields(estimateAid.input, ['studentId', 'noticeDate'], start)
  const { studentId, noticeDate } = form.values as { studentId?: string; noticeDate?: string }
  const isAsked = Boolean(studentId && noticeDate)
  const read = useRead(estimateAid, { studentId: studentId ?? '', noticeDate: noticeDate ?? '' }, { enabled: isAsked })
  return (
    <Page title={t('资助测算')} width="form" help={t('按入伍通知书日期和学费台账计算，不写入任何数据。')}>
      <Stack>
        <Sheet label={t('测算')}>
          <Fields form={form} />
        </Sheet>
        {isAsked ? (
          <Loaded of={read}>
            {answer => (
              <Sheet title={t('逐年计算')}>
                {answer.ground ? <p>{t('不予资助：{{ground}}', { ground: answer.ground })}</p> : null}
                {answer.years.length ? <Computation of={answer} /> : <p className="ql-quiet">{t('入伍通知书日期以前没有读完的学年。')}</p>}
              </Sheet>
            )}
          </Loaded>
        ) : null}
      </Stack>
    </Page>
  )
}
