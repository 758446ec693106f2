import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#model'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { get } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { actionAddress } from '#web/values/address.ts'
import { readiness } from '../model/licence-status.ts'
import style from './tenancy.module.css'

type Checklist = OutputOf<typeof readiness>
type Line = Checklist['lines'][number]

/** 系统管理 → 学校与授权 → 启用清单: setup checklist with links. */
export default function ReadinessPage() {
  const read = useQuery({
    queryKey: ['readiness', language()],
    queryFn: ({ signal }) => get<Checklist>(actionAddress(readiness), {}, { signal, quiet: true }),
    meta: { inPlace: true },
  })
  const { data } = read
  const open = data?.lines.filter(line => line.share < 1) ?? []
  return (
    <Page title={t('启用清单')}>
      {data ? (
        <>
          <Sheet className={style.score}>
            <Progress aria-label={t('启用清单')} type="circle" size={72} percent={data.score} status="normal" strokeColor="var(--ql-qing)" />
            <div>
              <b>{t('就绪度 {{score}}%', { score: data.score })}</b>
              <p className="ql-help">
                {open.length ? t('还有 {{n}} 项没有完成，最先处理：{{title}}', { n: open.length, title: open[0]?.title }) : t('全部完成，学校可以正常使用')}
              </p>
            </div>
          </Sheet>
          <Sheet isBare>
            <ul className={style.checks}>
              {data.lines.map(line => (
                <Check key={line.code} line={line} />
              ))}
            </ul>
          </Sheet>
        </>
      ) : (
        <Loading of={read} lines={8} />
      )}
    </Page>
  )
}
function Check({ line: { title, share, text, link } }: { line: Line }) {
  const navigate = useNavigate()
  const state = share >= 1 ? 'done' : share > 0 ? 'part' : 'none'
  const Icon = { done: CircleCheck, part: CircleAlert, none: CircleDashed }[state]
  return (
    <li data-state={state}>
      <Icon size={18} strokeWidth={1.75} aria-label={{ done: t('已完成'), part: t('部分完成'), none: t('未开始') }[state]} />
      <span>{title}</span>
      {text ? <p>{text}</p> : null}
      {state === 'done' ? null : <Button onClick={() => navigate(link)}>{t('去设置')}</Button>}
    </li>
  )
}
