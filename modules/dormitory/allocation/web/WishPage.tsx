import { Button } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import type { DrawnInput, FormLayout } from '#web/forms/layout.ts'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { useFields } from '#web/forms/useFields.ts'
import { changedValues, givenValues } from '#web/forms/values.ts'
import { t } from '#web/i18n/index.ts'
import { Foot, Page } from '#web/layout/Page.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate } from '#web/values/format.ts'
import { myWish, saveMyWish } from '../model/wish-actions.ts'
import { MatesInput } from './MatesInput.tsx'
import presortStyle from './presort.module.css'
import { WhyThisBed } from './WhyThisBed.tsx'

type Mine = AnswerOf<typeof myWish>
/** 住宿意愿: habits and roommate wishes; after publication the reasons for the bed. */
export default function WishPage() {
  return (
    <StudentsOnly title={t('住宿意愿')} otherwise={t('当前账号不是学生，没有住宿意愿')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myWish, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={10} />
  return (
    <Page title={t('住宿意愿')} width="form">
      {data.result ? <WhyThisBed result={data.result} /> : null}
      {data.openUntil ? <WishForm key={JSON.stringify(data.wish)} mine={data} /> : <Closed mine={data} />}
    </Page>
  )
}
const Closed = ({ mine }: { mine: Mine }) => (
  <Sheet>
    <p className="ql-quiet">{mine.wish ? t('现在不收集住宿意愿，你填过的意愿还在，下次安排床位时会用到。') : t('现在不收集住宿意愿，开始时会通知你。')}</p>
  </Sheet>
)
const layoutOf = (most: number): FormLayout => [
  { title: '作息', fields: ['sleepTime', 'wakeTime', 'quiet', 'smoking', 'snoring'] },
  {
    title: '想同住的同学',
    note: t('最多 {{n}} 人，互相填写才算数；对方看不到你填了谁。', { n: most }),
    fields: [{ field: 'roommates', render: (props: DrawnInput) => <MatesInput {...props} most={most} /> }],
  },
  { title: '床位', fields: ['bedType', 'height', 'needsAccessible', 'medicalNote'] },
]
function WishForm({ mine }: { mine: Mine }) {
  const [layout] = useState(() => layoutOf(mine.most))
  const [initial] = useState(() => ({ needsAccessible: false, roommates: [], ...mine.wish }))
  const form = useFields(saveMyWish.input, layout, initial)
  const isChanged = Object.keys(changedValues(saveMyWish.input, initial, form.values)).length > 0
  useUnsaved(isChanged)
  const save = useAct(saveMyWish, { done: t('已保存') })
  const send = () => {
    if (save.isPending) return
    const checked = form.check(givenValues(form.values))
    if (checked) save.mutate(checked, { onError: form.refuse })
  }
  return (
    <form
      className={presortStyle.form}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <p className={presortStyle.verdict}>
        {t('{{plan}}：{{date}} 前可以填写和修改，不填也会安排床位。', { plan: mine.plan, date: mine.openUntil ? formatDate(mine.openUntil) : '—' })}
      </p>
      <Sheet>
        {form.refusal ? <Refused what={t('没有保存')} error={form.refusal} /> : null}
        <Fields form={form} disabled={save.isPending} />
        {mine.mates.length ? (
          <p className="ql-quiet">{mine.mates.map(m => (m ? `${m.name ?? m.studentNo} ${m.isMutual === 'yes' ? t('互选') : t('等对方')}` : '')).join(t('，'))}</p>
        ) : null}
      </Sheet>
      <Foot>
        <Button type="primary" htmlType="submit" size="large" block loading={save.isPending}>
          {t('保存意愿')}
        </Button>
      </Foot>
    </form>
  )
}
