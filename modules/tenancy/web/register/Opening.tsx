import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { CircleCheck, CircleDashed, CircleX, LoaderCircle } from 'lucide-react'
import { Link } from 'react-router'
import type { OutputOf } from '#model'
import { Copy } from '#web/feedback/Copy.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { get } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { actionAddress } from '#web/values/address.ts'
import { provisionProgress } from '../../model/open-calls.ts'
import style from '../tenancy.module.css'

type OpeningProgress = OutputOf<typeof provisionProgress>
const EVERY_MS = 1500
const ICONS = { todo: CircleDashed, running: LoaderCircle, done: CircleCheck, failed: CircleX } as const
const isOver = (told: OpeningProgress | undefined): boolean => told !== undefined && told.state !== 'provisioning' && told.state !== 'registering'

/** Progress of the opening, then the activation link of the first administrator. */
export function Opening({ provisionId, link, onAgain }: { provisionId: string; link: string | null; onAgain?: () => void }) {
  const read = useQuery({
    queryKey: ['provision', provisionId],
    queryFn: ({ signal }) => get<OpeningProgress>(actionAddress(provisionProgress), { provisionId }, { signal, quiet: true }),
    refetchInterval: query => (isOver(query.state.data) ? false : EVERY_MS),
    staleTime: 0,
    meta: { inPlace: true },
  })
  const { data } = read
  if (!data) return <Loading of={read} />
  const failed = data.steps.find(s => s.state === 'failed')
  return (
    <div className={style.opening}>
      <p className={style.name}>
        {data.schoolName}
        <small>{t('学校编号 {{code}}', { code: data.tenantId })}</small>
      </p>
      <Progress percent={Math.floor((data.done / data.total) * 100)} status={failed ? 'exception' : isOver(data) ? 'success' : 'active'} />
      <ol className={style.progress} aria-live="polite">
        {data.steps.map(({ step, title, state }) => {
          const Icon = ICONS[state]
          return (
            <li key={step} data-state={state}>
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
              {title}
            </li>
          )
        })}
      </ol>
      {failed ? (
        <div role="alert">
          <p className="ql-danger">{t('“{{title}}”没有完成，从这一步继续即可，做过的不会重复', { title: failed.title })}</p>
          {onAgain ? (
            <Button type="primary" onClick={onAgain}>
              {t('继续开通')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isOver(data) ? <Ready told={data} link={link} /> : null}
    </div>
  )
}
function Ready({ told, link }: { told: OpeningProgress; link: string | null }) {
  const door = `/login?tenantId=${told.tenantId}`
  if (!link)
    return (
      <Link to={door}>
        <Button type="primary" size="large" block>
          {t('去登录')}
        </Button>
      </Link>
    )
  const whole = location.origin + link
  return (
    <Stack gap={3}>
      <h2>{t('学校已开通')}</h2>
      <p className="ql-help">{t('激活链接 72 小时内有效，只能用一次，离开本页后不再显示。请由首个管理员打开并设置密码。')}</p>
      <code className={style.link}>{whole}</code>
      <Row as="p">
        <Copy text={whole} label={t('复制激活链接')} />
      </Row>
      <Link to={link}>
        <Button type="primary" size="large" block>
          {t('现在设置密码')}
        </Button>
      </Link>
    </Stack>
  )
}
