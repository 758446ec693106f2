import { InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { provinceSelect } from '#modules/campus/model/canton-actions.ts'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts } from '#web/statistics/Statistics.tsx'
import { useFilters } from '#web/statistics/useFilters.tsx'
import { MISSING } from '#web/values/format.ts'
import { alumniStatistics, alumniStatisticsSheet, GROUPINGS } from '../model/statistics.ts'

const yearOf = (given: string | null): number | undefined => (given && /^(19|20)\d\d$/.test(given) ? Number(given) : undefined)
/** 校友统计: by year, region, industry and college, as they stand now. */
export default function AlumniStatisticsPage() {
  const [params] = useOwnParams()
  const { chosen, inputs } = useFilters(alumniStatistics.input, ['industry', 'departmentId'])
  const [fromYear, toYear, province] = [yearOf(params.get('fromYear')), yearOf(params.get('toYear')), params.get('province')]
  const asked = { ...chosen, ...(fromYear && { fromYear }), ...(toYear && { toYear }), ...(province && { province }) }
  const read = useRead(alumniStatistics, asked)
  const filters = {
    ...chosen,
    ...(province && { province }),
    ...(fromYear && { 'leaveYear.ge': String(fromYear) }),
    ...(toYear && { 'leaveYear.le': String(toYear) }),
  }
  const listed = (more: Record<string, string> = {}): string => `/alumni/alumni?${new URLSearchParams({ ...filters, ...more })}`
  return (
    <Page title={t('校友统计')} actions={read.data?.people ? <DownloadButton of={alumniStatisticsSheet} input={asked} /> : null}>
      <Stack>
        <Filters others={inputs} />
        <Loaded of={read} empty={data => data.people === 0 && (Object.keys(asked).length ? t('没有符合条件的校友') : t('还没有校友'))}>
          {data => <Shown of={data} listed={listed} />}
        </Loaded>
      </Stack>
    </Page>
  )
}
const MOST_YEARS = 30
function Shown({ of, listed }: { of: AnswerOf<typeof alumniStatistics>; listed: (more?: Record<string, string>) => string }) {
  const ranking = (name: keyof typeof GROUPINGS, field: string, most = 16) => (
    <Ranking
      key={name}
      title={t(GROUPINGS[name])}
      label={t('{{title}}的校友人数', { title: t(GROUPINGS[name]) })}
      groups={of[name].flatMap(g => g ?? [])}
      of={g => g.people}
      most={most}
      to={g => (g.key.startsWith('__') ? undefined : listed({ ...(field === 'leaveYear' ? { 'leaveYear.ge': g.key, 'leaveYear.le': g.key } : { [field]: g.key }) }))}
    />
  )
  return (
    <Stack>
      <Figures label={t('校友统计')}>
        <Figure label={t('校友#many')} value={of.people} to={listed()} />
        <Figure label={t('可联系')} value={of.reachable} to={listed({ view: 'reachable' })} />
        <Figure label={t('可联系率')} value={of.percent === null ? MISSING : `${of.percent}%`} />
        <Figure label={t('有工作单位')} value={of.employed} to={listed({ view: 'employed' })} />
        <Figure label={t('有所在地区')} value={of.located} />
      </Figures>
      <Parts>
        {ranking('byYear', 'leaveYear', MOST_YEARS)}
        {ranking('byRegion', 'province')}
        {ranking('byIndustry', 'industry')}
        {ranking('byCollege', 'departmentId')}
      </Parts>
    </Stack>
  )
}
function Filters({ others }: { others: ReactNode }) {
  const [params, , put] = useOwnParams()
  const provinces = useRead(provinceSelect, {}).data ?? []
  const year = (name: 'fromYear' | 'toYear', label: string) => (
    <InputNumber
      key={`${name} ${params.get(name)}`}
      className="ql-filter"
      min={1900}
      max={2100}
      precision={0}
      placeholder={label}
      aria-label={label}
      {...(yearOf(params.get(name)) ? { defaultValue: yearOf(params.get(name)) as number } : {})}
      onBlur={event => put({ [name]: event.target.value.trim() || undefined })}
      onPressEnter={event => put({ [name]: event.currentTarget.value.trim() || undefined })}
    />
  )
  return (
    <Row as="div" role="search" aria-label={t('筛选')}>
      {year('fromYear', t('毕业年份从'))}
      {year('toYear', t('毕业年份到'))}
      <Select
        aria-label={t('所在省份')}
        placeholder={t('所在省份')}
        className="ql-filter"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        value={params.get('province')}
        options={provinces.map(p => ({ value: p.code, label: p.name }))}
        onChange={next => put({ province: next ?? undefined })}
      />
      {others}
    </Row>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('校友在哪里、做什么，多少人可以联系。'),
  who: t('学工处看全校，学院看本院的。'),
  first: t('可联系率低的年份，请当年的辅导员提醒他们确认校友卡。'),
})
