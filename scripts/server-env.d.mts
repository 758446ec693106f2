export const serverEnv: (env: Record<string, string | undefined>) => Record<string, string>
