import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { MISSING } from '#web/values/format.ts'
import { CHECKED, type Checked, orgStates, selfCheck } from '../model/org.ts'

type Checks = NonNullable<AnswerOf<typeof selfCheck>[number]>
const ITEMS = Object.keys(CHECKED) as Checked[]
/** 学生组织 → 改革自查: each union with what the reform rules count. */
export default function SelfCheckPage() {
  const read = useRead(selfCheck, {})
  return (
    <Page title={t('改革自查')}>
      <Loaded of={read}>
        {rows => (
          <Sheet isBare>
            <PlainTable
              label={t('改革自查')}
              rows={rows}
              keyOf={r => r.id}
              empty={t('还没有学生会')}
              isCardsOnPhone
              columns={[
                [t('名称'), r => r.name, { isHead: true }],
                ...ITEMS.map(item => [t(CHECKED[item]), (r: Checks) => <Item of={r} item={item} />] as [string, (r: Checks) => React.ReactNode]),
                [t('状态'), r => <StateTag of={orgStates} state={r.state} />],
                [t('超限说明'), r => r.breachReason ?? MISSING],
              ]}
            />
          </Sheet>
        )}
      </Loaded>
    </Page>
  )
}
function Item({ of, item }: { of: Checks; item: Checked }) {
  const found = of.items.find(i => i.item === item)
  const text = `${found?.count ?? 0} / ${found?.limit ?? 0}`
  return found && found.count > found.limit ? <State tone="refused">{text}</State> : text
}
export const about: PageFile['about'] = () => ({
  use: t('学生会改革自评：人数、部门和岗位，现有多少、上限多少。'),
  who: t('团委看全校的，学院看自己的。'),
  first: t('红色的超过规定；减到上限以内，或由团委说明理由。'),
})
