"""As much of FATE's names as the runner uses: our own, with tables in memory and a process for the pool."""
