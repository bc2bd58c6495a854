import torch
class Both(torch.optim.Optimizer):
    """Muon for kernels, Adam for what is left."""
    def __init__(self, params, lr, momentum=0.95, betas=(0.9, 0.99), decay=0.0):
        super().__init__(list(params), dict(lr=lr, momentum=momentum, betas=betas, decay=decay))
    @torch.no_grad()
    def step(self):
        for g in self.param_groups:
            for p in g["params"]:
                if p.grad is None: continue
                st = self.state[p]; d = p.grad
                if p.dim() == 4 and min(p.shape[0], p[0].numel()) >= 16:
                    m = st.setdefault("m", torch.zeros_like(p)); m.lerp_(d, 1 - g["momentum"])
                    u = d.lerp(m, g["momentum"]).reshape(p.shape[0], -1)
                    u = ns(u) * (0.2 * max(u.shape) ** 0.5)
                    p.mul_(1 - g["lr"] * g["decay"]); p.sub_(g["lr"] * u.reshape(p.shape))
                else:
                    b1, b2 = g["betas"]
                    m = st.setdefault("m", torch.zeros_like(p)); v = st.setdefault("v", torch.zeros_like(p)); st["t"] = st.get("t", 0) + 1
                    m.lerp_(d, 1 - b1); v.lerp_(d * d, 1 - b2)
                    p.sub_(g["lr"] * (m / (1 - b1 ** st["t"])) / ((v / (1 - b2 ** st["t"])).sqrt() + 1e-8))
def ns(u, steps=5):
    a, b, c = 3.4445, -4.7750, 2.0315
    t = u.shape[0] > u.shape[1]; x = u.T if t else u
    x = x / (x.norm() + 1e-7)
    for _ in range(steps):
        A = x @ x.T; x = a * x + (b * A + c * A @ A) @ x
    return x.T if t else x
