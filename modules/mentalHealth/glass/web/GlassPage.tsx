import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { CaseView } from '../../attention/web/public/CaseView.tsx'
import { breakGlass, myGlasses, readByGlass } from '../model/break-glass.ts'

export const about: PageFile['about'] = () => ({
  use: t('学生有危险、又找不到个案组的人时，说明原因，临时查看个案。'),
  who: t('能看的学生不超出你的数据范围；每次查看都有记录，心理中心主任马上收到通知。'),
  first: t('先联系个案负责人或心理中心，联系不上再用。'),
})
/** 紧急查看 */
export default function GlassPage() {
  const read = useRead(myGlasses, {})
  const [seen, setSeen] = useState<AnswerOf<typeof readByGlass>>()
  return (
    <Page
      title={t('紧急查看')}
      actions={<FormButton of={breakGlass} type="primary" danger note={t('看到几时由学校规定，到时收回。心理中心主任马上收到通知。')} done={t('已登记，可以查看')} />}
    >
      <Sheet title={t('正在紧急查看')}>
        <Loaded of={read} empty={rows => rows.length === 0 && t('现在没有正在查看的个案')}>
          {rows => (
            <PlainTable
              label={t('正在紧急查看')}
              rows={rows}
              keyOf={r => r.id}
              isCardsOnPhone
              columns={[
                [t('姓名'), r => r.name, { isHead: true }],
                [t('学号'), r => r.studentNo ?? MISSING],
                [t('班级'), r => r.className ?? MISSING],
                [t('看到几时'), r => formatDatetime(r.until)],
                [t('操作'), r => <ActionButton of={readByGlass} input={{ id: r.id }} done={false} onDone={setSeen} />],
              ]}
            />
          )}
        </Loaded>
      </Sheet>
      <Panel open={seen !== undefined} title={seen ? [seen.className, seen.name].filter(Boolean).join(' ') : ''} onClose={() => setSeen(undefined)}>
        {seen ? <CaseView of={seen} /> : null}
      </Panel>
    </Page>
  )
}
