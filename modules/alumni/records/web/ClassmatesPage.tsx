import { Input, InputNumber, Select } from 'antd'
import type { InputOf } from '#model'
import { useCantonTree } from '#modules/campus/web/CantonPicker.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { DictSelect } from '#web/inputs/DictSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { findAlumni, MOST_FOUND, myClassmates } from '../model/card.ts'
import { alumniIndustry } from '../model/dictionaries.ts'
import { joinReunion, proposeReunion } from '../model/reunion.ts'

const CHANGES = ['alumnus', 'alumniReunion']

const VIEWS = { classmates: '同班校友', find: '查找校友' } as const
/** 找校友: classmates, and all who show themselves. */
export default function ClassmatesPage() {
  const views = useView(VIEWS)
  return (
    <Page title={t('找校友')} width="form" views={<ViewSwitch of={views} />}>
      {views.view === 'find' ? <Find /> : <Classmates />}
    </Page>
  )
}
type Person = NonNullable<AnswerOf<typeof findAlumni>['people'][number]>
function Classmates() {
  const read = useRead(myClassmates, {})
  return (
    <Loaded of={read} lines={8}>
      {({ all, people, jubilee }) => (
        <Stack>
          {jubilee ? <Jubilee of={jubilee} /> : null}
          <p className="ql-quiet">{t('全班 {{all}} 人，{{n}} 人对同班公开。', { all, n: people.length })}</p>
          {people.length ? people.map(p => p && <One key={p.id} of={p} />) : <Empty title={t('同班还没有人公开')} />}
        </Stack>
      )}
    </Loaded>
  )
}
type Year = NonNullable<AnswerOf<typeof myClassmates>['jubilee']>
/** Ten, twenty, thirty years after: who could be asked, or what a classmate has proposed. */
function Jubilee({ of: { years, reachable, reunion } }: { of: Year }) {
  return (
    <Sheet title={t('毕业 {{n}} 年', { n: years })}>
      <Stack gap={2}>
        {reunion ? (
          <>
            <p>{t('{{name}}发起同学聚会：{{when}}，{{place}}', { name: reunion.name, when: reunion.meets, place: reunion.place })}</p>
            {reunion.words ? <p>{reunion.words}</p> : null}
            <p className="ql-quiet">{t('{{n}} 人想来', { n: reunion.joins })}</p>
            <Row>
              <ActionButton of={joinReunion} input={{ id: reunion.id, isIn: !reunion.isIn }} type={reunion.isIn ? 'default' : 'primary'} changes={CHANGES} done={false}>
                {reunion.isIn ? t('不来了') : t('我来')}
              </ActionButton>
            </Row>
          </>
        ) : (
          <>
            <p>{t('班里有 {{n}} 位同学同意联系。约大家聚一聚吧。', { n: reachable })}</p>
            {reachable ? (
              <Row>
                <FormButton of={proposeReunion} type="primary" changes={CHANGES} note={t('马上通知同意联系的同学；一个班一年只发起一次。')} />
              </Row>
            ) : null}
          </>
        )}
      </Stack>
    </Sheet>
  )
}
function Find() {
  const [params, , put] = useOwnParams()
  const [q, year] = [params.get('q'), Number(params.get('year')) || null]
  const [majorName, industry, canton] = [params.get('major'), params.get('industry'), params.get('canton')]
  const provinces = useCantonTree().data ?? []
  const asked = { ...(q && { q }), ...(year && { leaveYear: year }), ...(majorName && { majorName }), ...(industry && { industry }), ...(canton && { canton }) }
  const read = useRead(findAlumni, asked as InputOf<typeof findAlumni>, { keeps: true })
  return (
    <Stack>
      <Row>
        <Input.Search
          className="ql-wide"
          allowClear
          defaultValue={q ?? ''}
          placeholder={t('姓名或单位')}
          aria-label={t('姓名或单位')}
          onSearch={value => put({ q: value.trim() || undefined })}
        />
        <InputNumber
          min={1900}
          max={2100}
          placeholder={t('毕业年份')}
          aria-label={t('毕业年份')}
          {...(year ? { defaultValue: year } : {})}
          onBlur={event => put({ year: event.target.value.trim() || undefined })}
          onPressEnter={event => put({ year: event.currentTarget.value.trim() || undefined })}
        />
        <Input.Search
          allowClear
          style={{ width: 200 }}
          defaultValue={majorName ?? ''}
          placeholder={t('专业')}
          aria-label={t('专业')}
          onSearch={value => put({ major: value.trim() || undefined })}
        />
        <span style={{ minWidth: 160 }}>
          <DictSelect
            className="ql-wide"
            of={alumniIndustry}
            value={industry}
            placeholder={t('行业')}
            aria-label={t('行业')}
            onChange={code => put({ industry: code ?? undefined })}
          />
        </span>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          style={{ minWidth: 160 }}
          value={canton}
          placeholder={t('所在地区')}
          aria-label={t('所在地区')}
          options={provinces.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(code?: string) => put({ canton: code })}
        />
      </Row>
      <Loaded of={read} lines={8}>
        {({ people, isCut }) => (
          <Stack>
            {people.length ? people.map(p => p && <One key={p.id} of={p} />) : <Empty title={t('没有找到公开的校友')} />}
            {isCut ? <p className="ql-quiet">{t('只列出前 {{n}} 人，请缩小范围。', { n: MOST_FOUND })}</p> : null}
          </Stack>
        )}
      </Loaded>
    </Stack>
  )
}
const One = ({ of }: { of: Person }) => (
  <Sheet title={of.name} note={[of.leaveYear ? t('{{year}} 届', { year: of.leaveYear }) : null, of.majorName, of.className].filter(Boolean).join(' · ')}>
    {of.employer || of.cantonName ? <p>{[of.employer, of.position, of.cantonName].filter(Boolean).join(' · ')}</p> : null}
    {of.phone || of.email ? (
      <Row>
        {of.phone ? <a href={`tel:${of.phone}`}>{of.phone}</a> : null}
        {of.email ? <a href={`mailto:${of.email}`}>{of.email}</a> : null}
      </Row>
    ) : null}
  </Sheet>
)
export const about: PageFile['about'] = () => ({
  use: t('找到同班和其他校友。'),
  who: t('校友。每个人自己决定对同班、对所有校友公开，还是不公开。'),
  first: t('先看同班；别人也要找到你的，到校友卡里选择公开。'),
})
