import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatMoney } from '#web/values/format.ts'
import { saveItemConditions } from '../model/actions.ts'
import { AMOUNT_FIGURES, awardItem } from '../model/award-item.ts'
import { ConditionsPanel } from './ConditionsPanel.tsx'
import { ExclusionsInput } from './ExclusionsInput.tsx'
import { LevelsInput } from './LevelsInput.tsx'

const VIEWS = {
  on: { label: '在用', where: { isEnabled: true } },
  groups: { label: '集体荣誉', where: { category: 'collective' } },
  off: { label: '停用', where: { isEnabled: false } },
} as const
type Item = Shown<typeof awardItem>
const levelsText = ({ levels }: Item): string =>
  levels.flatMap(l => (l ? [[l.name, l.figure ? t(AMOUNT_FIGURES[l.figure]) : l.amount ? formatMoney(l.amount) : ''].filter(Boolean).join(' ')] : [])).join('、')
const DONATED = (values: Readonly<Record<string, unknown>>): boolean => values.awardGrade === 'donor'

/** 评奖评优 → 奖项: what is awarded, with levels, conditions and exclusions. */
export default function ItemPage() {
  const [opened, setOpened] = useState<Item>()
  const mayEdit = useCan(saveItemConditions.permission)
  return (
    <>
      <EntityTable<typeof awardItem>
        of={awardItem}
        title={t('奖项')}
        views={useView(VIEWS)}
        columns={[
          { key: 'code', width: 90 },
          { key: 'name', width: 160, align: 'left' },
          { key: 'category', width: 110 },
          { key: 'awardGrade', width: 100 },
          { key: 'levels', width: 260, align: 'left', render: levelsText },
          { key: 'conditions', title: t('条件'), width: 80, render: row => t('{{n}} 个', { n: row.conditions?.length ?? 0 }) },
          { key: 'awardedCount', title: t('本学年获奖'), width: 110 },
          { key: 'awardedSum', title: t('本学年金额'), width: 130 },
          { key: 'donor', width: 160, hidden: true },
          { key: 'fundId', width: 160, hidden: true },
        ]}
        filters={['category', 'awardGrade', 'isEnabled']}
        form={{
          size: 720,
          layout: [
            { title: '奖项', fields: ['code', 'name', 'category', 'awardGrade', 'subject', 'fundId', 'isEnabled'] },
            { title: '等级和金额', fields: [{ field: 'levels', render: props => <LevelsInput {...props} /> }] },
            { title: '互斥', fields: [{ field: 'exclusions', render: props => <ExclusionsInput {...props} /> }] },
            { title: '申报', fields: ['needsStatement', 'statementMin', 'statementMax', 'needsRank', 'isReported'] },
            { title: '捐赠', fields: ['donor', ...(['agreement', 'donorFrom', 'donorUntil'] as const).map(field => ({ field, when: DONATED }))] },
          ],
          initial: { levels: [{ name: t('不分等级'), amount: null, figure: null, share: null }] as never },
        }}
        detail={{ except: ['conditions', 'exclusions', 'levels'] }}
        rowActions={row => [mayEdit && { label: t('条件'), icon: <ListChecks size={15} />, onClick: () => setOpened(row) }]}
      />
      {opened ? <ConditionsPanel key={opened.id} item={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('设置评哪些奖、分几个等级、多少钱、什么条件、与哪些奖不可兼得。'),
  who: t('学工处设置，学院和辅导员查看。'),
  first: t('先新增奖项和等级，再点“条件”写明要求。'),
})
