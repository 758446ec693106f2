import { Input, Select } from 'antd'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatMoney } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { societyCategory } from '../model/dictionaries.ts'
import { memberStates } from '../model/member.ts'
import { join, societySquare } from '../model/member-actions.ts'
import { JOIN_WAYS } from '../model/society.ts'
import { CHANGES } from './labels.ts'

type Society = NonNullable<AnswerOf<typeof societySquare>[number]>
/** 社团广场: cards with the places that are left; one tap joins, or asks to. */
export default function SquarePage() {
  return (
    <StudentsOnly title={t('社团广场')} otherwise={t('当前账号不是学生，不能加入社团')}>
      <Square />
    </StudentsOnly>
  )
}
function Square() {
  const [params, , put] = useOwnParams()
  const categories = useDict(societyCategory)
  const [category, q] = [params.get('category'), params.get('q')]
  const read = useRead(societySquare, { ...(category ? { category } : {}), ...(q ? { q } : {}) }, { keeps: true })
  return (
    <Page title={t('社团广场')} width="form">
      <Row>
        <Input.Search
          className="ql-wide"
          allowClear
          defaultValue={q ?? ''}
          placeholder={t('社团名称')}
          aria-label={t('社团名称')}
          onSearch={value => put({ q: value.trim() || undefined })}
        />
        <Select
          className="ql-wide"
          value={category ?? ''}
          aria-label={t('类别')}
          options={[{ value: '', label: t('全部类别') }, ...(categories ?? []).map(c => ({ value: c.key, label: c.label }))]}
          onChange={value => put({ category: value || undefined })}
        />
      </Row>
      <Loaded of={read} lines={8}>
        {rows =>
          rows.length ? (
            <Stack>{rows.map(row => row && <OneSociety key={row.id} of={row} category={dictLabel(categories, row.category)} />)}</Stack>
          ) : (
            <Empty title={t('没有这样的社团')} />
          )
        }
      </Loaded>
    </Page>
  )
}
function OneSociety({ of, category }: { of: Society; category: string }) {
  const isFull = of.placesLeft === 0
  const head = of.head ? t('负责人 {{name}}', { name: of.head }) : null
  return (
    <Sheet title={of.name} note={[category, of.star ? t('{{n}} 星', { n: of.star }) : null].filter(Boolean).join(' · ')} actions={<Places of={of} />}>
      <p>{of.purpose}</p>
      <p className="ql-quiet">
        {[of.meets, head, t('{{n}} 名成员', { n: of.members }), of.fee ? t('会费每学年 {{fee}}', { fee: formatMoney(of.fee) }) : null].filter(Boolean).join(' · ')}
      </p>
      {of.mine || isFull || of.joinWay === 'closed' ? null : (
        <Row spread="between">
          <span className="ql-quiet">{t(JOIN_WAYS[of.joinWay])}</span>
          <FormButton of={join} input={{ societyId: of.id }} layout={of.joinWay === 'review' ? ['note'] : []} type="primary" changes={CHANGES} />
        </Row>
      )}
    </Sheet>
  )
}
function Places({ of: { mine, placesLeft, joinWay } }: { of: Society }) {
  if (mine) return <StateTag of={memberStates} state={mine} />
  if (joinWay === 'closed') return <State tone="over">{t('暂不招新')}</State>
  if (placesLeft === null) return <State tone="done">{t('招新中')}</State>
  return <State tone={placesLeft ? 'done' : 'over'}>{placesLeft ? t('还有 {{n}} 个名额', { n: placesLeft }) : t('名额已满')}</State>
}
export const about: PageFile['about'] = () => ({
  use: t('正在招新的社团：做什么、什么时候活动、还有多少名额。'),
  who: t('所有学生。每人能加入的社团有上限。'),
  first: t('直接加入的点一下就是成员；要审核的写几句，等负责人答复。'),
})
