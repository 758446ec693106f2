import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '#model'
import { get } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useMayPrint } from '#web/print/PrintButton.tsx'
import { PrintDialog } from '#web/print/PrintDialog.tsx'

interface Template {
  code: string
  basedOn: string | null
  name: string
}
/** Print templates of the row's module behind one button; the school's copies are listed in the dialog. Renders nothing without templates. */
export function CasePrint({ of, bizId }: { of: Entity; bizId: string }) {
  const mayPrint = useMayPrint(of)
  const [printed, print] = useState<string>()
  const { data } = useQuery({
    queryKey: ['printTemplate', of.name],
    queryFn: ({ signal }) => get<Template[]>('sheet/printTemplate/list', { entity: of.name }, { signal, quiet: true }),
    staleTime: 60_000,
    enabled: mayPrint,
    meta: { inPlace: true },
  })
  // a school's copy replaces its original where that is disabled
  const papers = (data ?? []).filter((one, _, all) => !all.some(other => other.code === one.basedOn))
  const [first] = papers
  if (!mayPrint || !first) return null
  return (
    <>
      {papers.length > 1 ? (
        <Dropdown trigger={['click']} placement="topLeft" menu={{ items: papers.map(({ code, name }) => ({ key: code, label: name })), onClick: ({ key }) => print(key) }}>
          <Button size="large" icon={<Printer size={16} />}>
            {t('打印')}
          </Button>
        </Dropdown>
      ) : (
        <Button size="large" icon={<Printer size={16} />} onClick={() => print(first.code)}>
          {t('打印')}
        </Button>
      )}
      {printed ? <PrintDialog of={of} template={printed} ids={[bizId]} onClose={() => print(undefined)} /> : null}
    </>
  )
}
