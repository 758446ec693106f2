import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Pager } from '#web/records/Pager.tsx'
import { pagingOf, pagingPart } from '#web/records/paging.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { BASES, disclosures, openDisclosure, recordDisclosure } from '../model/disclosure.ts'

export const about: PageFile['about'] = () => ({
  use: t('没有征得本人同意，把学生的情况告诉了他人：告诉了谁、什么、为什么。'),
  who: t('心理中心的老师；审计日志里也留有登记，但不含学生和内容。'),
  first: t('只有危及生命安全和法定义务两种情况。告知后马上登记，登记后不能修改。'),
})
/** 保密例外 */
export default function DisclosurePage() {
  const [params, , put] = useOwnParams()
  const paging = pagingOf(params)
  const read = useRead(disclosures, paging, { keeps: true })
  const [seen, setSeen] = useState<AnswerOf<typeof openDisclosure>>()
  const rows = read.data?.result.flatMap(r => r ?? [])
  return (
    <Page title={t('保密例外')} actions={<FormButton of={recordDisclosure} type="primary" note={t('登记后不能修改，中心主任会收到通知。')} />}>
      {rows ? null : <Loading of={read} lines={6} />}
      {rows?.length === 0 ? <Empty title={t('还没有登记过告知')} /> : null}
      {rows?.length ? (
        <Sheet label={t('保密例外')}>
          <PlainTable
            label={t('保密例外')}
            rows={rows}
            keyOf={r => r.id}
            isCardsOnPhone
            columns={[
              [t('告知时间'), r => formatDatetime(r.at), { isHead: true }],
              [t('姓名'), r => r.name],
              [t('学号'), r => r.studentNo ?? MISSING],
              [t('班级'), r => r.className ?? MISSING],
              [t('依据'), r => t(BASES[r.basis])],
              [t('告知了谁'), r => r.toWhom],
              [t('告知人'), r => r.by],
              [t('操作'), r => <ActionButton of={openDisclosure} input={{ id: r.id }} done={false} onDone={setSeen} />],
            ]}
          />
          <Pager state={{ page: paging.current, size: paging.size }} total={read.data?.page.total ?? 0} onChange={part => put(pagingPart(part))} />
        </Sheet>
      ) : null}
      <Panel open={seen !== undefined} title={t('保密例外')} onClose={() => setSeen(undefined)}>
        <Sheet title={t('告知了什么')}>
          <p>{seen?.what}</p>
        </Sheet>
        <Sheet title={t('为什么')}>
          <p>{seen?.why}</p>
        </Sheet>
      </Panel>
    </Page>
  )
}
