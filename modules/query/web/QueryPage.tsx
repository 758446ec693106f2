import { Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useSession } from '#web/session/useCan.ts'
import { myQueries } from '../model/query.ts'
import type { Spec } from '../model/spec.ts'
import { Answering } from './Answering.tsx'
import { Builder } from './Builder.tsx'
import { QueryAids } from './public/QueryAids.tsx'
import style from './query.module.css'
import { type Subject, useSubjects } from './useSubjects.ts'

const empty = (subject: Subject): Spec => ({ columns: subject.fields.flatMap(f => (!f.sensitivity && !f.path.includes('.') ? [f.path] : [])).slice(0, 6), where: { all: [] } })

/** Where notices are written; without the module nobody has its permission. */
const NOTICES = '/message/notices'
export const about: PageFile['about'] = () => ({
  use: t('自己选条件，查学生、请假、住宿等数据，结果可以保存、导出，也可以当作通知和轮次的范围。'),
  who: t('每个人只查得到自己数据范围里的人；别人看不到你保存的查询，除非你共享。'),
  first: t('先选“查什么”，加一两个条件看看人数，满意了再选要显示的列并保存。'),
})
/** 查询工具: build a query, run, save, share, export and schedule it. */
export default function QueryPage() {
  const read = useSubjects()
  const { subjects, isReady } = read
  if (!isReady) return <Loading of={read} lines={8} />
  return subjects[0] ? <Desk subjects={subjects} first={subjects[0]} /> : <p className={`ql-quiet ${style.none}`}>{t('没有可以查询的内容')}</p>
}
function Desk({ subjects, first }: { subjects: readonly Subject[]; first: Subject }) {
  const [params, , put] = useOwnParams()
  const { can } = useSession()
  const saved = useRead(myQueries, {})
  const list = saved.data ?? []
  const chosen = list.find(q => q.id === params.get('id'))
  const [draft, setDraft] = useState<{ of: string | undefined; subject: string; spec: Spec }>()
  const current =
    draft && draft.of === chosen?.id
      ? draft
      : chosen?.spec
        ? { of: chosen.id, subject: chosen.subject, spec: chosen.spec }
        : { of: undefined, subject: first.code, spec: empty(first) }
  const subject = subjects.find(s => s.code === current.subject)
  const change = (next: Partial<{ subject: string; spec: Spec }>) => setDraft({ ...current, of: chosen?.id, ...next })
  const open = (id: string | undefined) => {
    setDraft(undefined)
    put({ id })
  }
  return (
    <Page
      title={chosen?.name ?? t('新查询')}
      actions={
        <>
          {chosen && draft === undefined && can('message:notice:add') ? <Link to={`${NOTICES}?toQuery=${chosen.id}`}>{t('给查到的人发公告')}</Link> : null}
          <Select
            aria-label={t('已保存的查询')}
            className={classes(style.saved)}
            placeholder={t('已保存的查询')}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            value={chosen?.id ?? null}
            options={[
              { label: t('我的'), title: t('我的'), options: list.filter(q => q.isMine).map(q => ({ value: q.id, label: q.name })) },
              {
                label: t('共享给我的'),
                title: t('共享给我的'),
                options: list.filter(q => !q.isMine).map(q => ({ value: q.id, label: t('{{name}}（{{owner}}）', { name: q.name, owner: q.ownerName }) })),
              },
            ].filter(g => g.options.length)}
            onChange={id => open(id ?? undefined)}
          />
        </>
      }
    >
      <Sheet label={t('查询内容')}>
        <Select
          aria-label={t('查询对象')}
          className={classes(style.field)}
          value={current.subject}
          disabled={chosen !== undefined}
          options={subjects.map(s => ({ value: s.code, label: s.name }))}
          onChange={code => change({ subject: code, spec: empty(subjects.find(s => s.code === code) ?? first) })}
        />
        {subject ? (
          <>
            <QueryAids subject={subject.code} onTake={where => change({ spec: { ...current.spec, where } })} />
            <Builder subject={subject} spec={current.spec} onChange={spec => change({ spec })} />
          </>
        ) : (
          <p className="ql-quiet">{t('没有查看“{{name}}”的权限', { name: chosen?.subjectName ?? '' })}</p>
        )}
      </Sheet>
      {subject ? <Answering key={current.subject} subject={subject} spec={current.spec} query={chosen} isChanged={draft !== undefined} onOpen={open} /> : null}
    </Page>
  )
}
